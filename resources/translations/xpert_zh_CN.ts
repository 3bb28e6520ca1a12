<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
 <context>
  <name>Xpert</name>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>#</source>
   <translation>#</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>(interval not estimable)</source>
   <translation>（区间无法估计）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/bounds.py" />
   <source>({n} more characters)</source>
   <translation>（还有{n}个字符）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>12 sample tasks from four professions, at different stages.</source>
   <translation>来自四个专业的十二个任务，涵盖每个阶段，适合初步了解。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>95 % interval</source>
   <translation>95% 区间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>95 % interval {low} to {high}</source>
   <translation>95% 置信区间 {low} 至 {high}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>95 % intervals over tasks</source>
   <translation>按任务计算的 95% 区间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>A .xpert file. You can also drop it on this window.</source>
   <translation>.xpert 文件，也可拖放到此窗口。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>A cap applies: {cap}</source>
   <translation>适用上限：{cap}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>A cap is a value of the scale below its highest.</source>
   <translation>上限须为量表上低于最高值的数值。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>A certificate keeps the figures with the hashes of judge, prompt, rubrics and judgments.</source>
   <translation>证书保存各项指标，以及评审模型、提示词、评分细则和评判的哈希值。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>A click compares with that one.</source>
   <translation>点击即与该评审模型比较。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>A click on a part opens its pairs.</source>
   <translation>点击各部分可查看相应的回答对。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>A click opens the answers.</source>
   <translation>点击可查看相应判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>A configuration that promptfoo runs as it stands, with an llm-rubric for each checkpoint.</source>
   <translation>可由 promptfoo 直接运行的配置，每个检查点配有 llm-rubric。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>A file with work for you (.xassignment), or a submission to import.</source>
   <translation>分配给您的工作文件（.xassignment），或待导入的提交。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>A folder</source>
   <translation>文件夹</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>A full disk or another program keeps your last steps from being saved. Closed now, they are lost.</source>
   <translation>磁盘已满或其他程序占用，最后几步未能保存。现在关闭，它们将丢失。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>A judge is compared with gold: judgments that a senior expert has confirmed. Confirm sheets, or score the responses they are on.</source>
   <translation>评审模型须与金标准（资深专家已确认的评判）对照。请确认评判表，或为评判表所涉的回答评分。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>A lead adds the answers of systems, from a file or by asking a model.</source>
   <translation>由负责人从文件添加系统的回答，或让模型作答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>A lead or senior expert draws the spot checks.</source>
   <translation>由负责人或资深专家抽取抽查任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>A lead or senior expert samples them for spot checks.</source>
   <translation>由负责人或资深专家从中抽取抽查任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>A number draws them from all gold sheets instead.</source>
   <translation>填写数字则改为从所有金标准评判表中抽取。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>A project is one file. It starts with XpertBench's domains, dimensions and limits; you can change them.</source>
   <translation>一个项目就是一个文件。初始采用 XpertBench 的领域、维度和限额，均可修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>A quote counts as found when so much of it stands in one stretch.</source>
   <translation>引文中连续匹配的部分达到此比例，即视为找到。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>A realistic task from your own practice. You can change everything later.</source>
   <translation>您所在专业的一项实际工作，例如您亲自做过的。所有内容以后均可修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>A run scores responses with a judge. You see calls and cost first.</source>
   <translation>一次运行由评审模型逐个检查点为回答评分。开始前，您可以看到将要询问的内容和预计用量。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>A run would ask for {n} answers on {tasks} tasks in {calls} calls; the other {known} are known.</source>
   <translation>运行将以{calls}次调用询问{tasks}个任务的{n}项判定；其余{known}项已有结果。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/detail.py" />
   <source>A senior expert has confirmed this line; it is final.</source>
   <translation>资深专家已确认该检查点，不可再改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>A sheet on this response waits for you</source>
   <translation>此回答有评判表待您确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/scope_part.py" />
   <source>A subset</source>
   <translation>子集</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>A task that Inspect AI runs as it stands, with a grader for every checkpoint.</source>
   <translation>可由 Inspect AI 直接运行的任务，每个检查点配有评分器。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>A text has been edited since: the verdict is stale, and does not count.</source>
   <translation>文本此后已被修改：判定已过时，不计入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>AC1</source>
   <translation>AC1</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>API key</source>
   <translation>API 密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>About {n} tokens, {cost}. The brief and reference answer are sent to the provider.</source>
   <translation>约{n}个 token，{cost}。任务书和参考答案会发送给服务商。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>About {shared} tokens that a cache may serve, and {own} that differ from response to response.</source>
   <translation>约{shared}个 token 可由缓存提供，另有{own}个因回答而异。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>Above the diagonal the second system scores higher.</source>
   <translation>对角线以上表示第二个系统评分较高。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Accept</source>
   <translation>接受</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Accept a brief, so that its author can write the rubric; an answer no needs a reason.</source>
   <translation>接受任务书，作者即可编写评分细则；回答“否”须说明理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Accept all</source>
   <translation>全部采纳</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Accept brief</source>
   <translation>接受任务说明</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Accept proposals</source>
   <translation>采纳建议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Accept, return with a reason, or discard.</source>
   <translation>接受、说明理由后退回，或废弃。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Accepted. The author can now write the rubric.</source>
   <translation>已接受。作者可以撰写评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>Accuracy</source>
   <translation>准确率</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Accuracy of always giving the more frequent judgment.</source>
   <translation>始终给出较常见判定时的准确率。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Accuracy {share} on {n} checkpoints; majority-class baseline: {constant}.</source>
   <translation>{n}个检查点上的准确率为 {share}；多数类基线：{constant}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Action</source>
   <translation>操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Add</source>
   <translation>添加</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Add a checkpoint; tier and weight have the project's defaults.</source>
   <translation>添加检查点；重要性和分值取项目的默认值。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Add a comment on a checkpoint, or on the rubric as a whole.</source>
   <translation>对检查点或整个评分细则添加评论。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Add a copy of a checkpoint below it.</source>
   <translation>在检查点下方添加其副本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Add a file…</source>
   <translation>添加文件…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Add a person to the project.</source>
   <translation>将人员添加到项目。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Add a response</source>
   <translation>添加回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Add a response…</source>
   <translation>添加回答…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Add as an anchor</source>
   <translation>添加为锚点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Add as an anchor… (A)</source>
   <translation>添加为锚例… (A)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Add band</source>
   <translation>添加分段</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Add cap</source>
   <translation>添加上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Add checkpoint</source>
   <translation>添加检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Add checkpoints</source>
   <translation>添加多个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>Add comment</source>
   <translation>添加评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Add dimensions</source>
   <translation>添加维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Add dimensions to the project's vocabulary; those it has are left alone.</source>
   <translation>向项目词表添加维度；已有的保持不变。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Add dimensions…</source>
   <translation>添加维度…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Add domains</source>
   <translation>添加领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Add domains to the project's vocabulary; those it has are left alone.</source>
   <translation>向项目词表添加领域；已有的保持不变。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Add domains…</source>
   <translation>添加领域…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/fields.py" />
   <source>Add files</source>
   <translation>添加文件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Add person</source>
   <translation>添加人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Add proposals to the end of the rubric, edited where that is asked for.</source>
   <translation>将建议添加到评分细则末尾，可同时修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Add responses</source>
   <translation>添加回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Add responses of systems, all or none.</source>
   <translation>添加系统的回答，要么全部添加，要么都不添加。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Add several checkpoints in one step, as when a table is pasted.</source>
   <translation>一步添加多个检查点，例如粘贴表格时。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Add the marked passage as evidence</source>
   <translation>将选中的段落添加为证据</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Add what a system answered, or have a model answer now.</source>
   <translation>请添加某个系统的回答，或现在让模型作答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Address</source>
   <translation>地址</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Address, such as http://localhost:8000/v1</source>
   <translation>地址，例如 http://localhost:8000/v1</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Adjudicate judgments</source>
   <translation>裁定评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Adjudicate {n} form</source>
   <translation>裁定 {n} 份评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Adjudicate {n} forms</source>
   <translation>裁定 {n} 份评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Adjudicated decision</source>
   <translation>裁定结果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Adjudication</source>
   <translation>裁定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>After</source>
   <translation>之后</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>After a call that failed; 0 is none.</source>
   <translation>调用失败后的重试次数；0 为不重试。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>Against the mean of the others</source>
   <translation>与其他系统均值对照</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Against the rest</source>
   <translation>与其余相反</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Agree</source>
   <translation>一致</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Agreement</source>
   <translation>一致性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/comparing_charts.py" />
   <source>Agreement before and after, by group</source>
   <translation>各组前后的一致性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>Agreement between experts</source>
   <translation>专家之间的一致性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>Agreement by group</source>
   <translation>各组一致性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Agreement by group, with intervals</source>
   <translation>各组的一致性及置信区间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>Agreement by tier</source>
   <translation>在最重要的检查点上是否一致？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Agreement can be counted once two of them have handed in sheets on one response.</source>
   <translation>两位专家就同一回答提交评判表后，即可统计一致性。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/comparing_charts.py" />
   <source>Agreement of two judges by group</source>
   <translation>两个评审模型各组的一致性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Alignment</source>
   <translation>对齐</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>All</source>
   <translation>全部</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>All Essentials met</source>
   <translation>必要项全满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>All answers</source>
   <translation>所有判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>All assignments</source>
   <translation>所有分配</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>All causes</source>
   <translation>所有原因</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>All changes saved</source>
   <translation>所有更改已保存</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>All experts</source>
   <translation>全部专家</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>All figures</source>
   <translation>全部指标</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>All judges</source>
   <translation>所有评审模型</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>All of their open work is selected. Deselect what they should not get.</source>
   <translation>已选中对方所有未完成的工作。不应分配给对方的，请取消选择。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>All of them were decided since.</source>
   <translation>此后均已判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>All pairs of responses</source>
   <translation>所有回答对</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>All responses</source>
   <translation>所有回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>All runs</source>
   <translation>所有运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/next_steps.py" />
   <source>All settled: gold.</source>
   <translation>全部裁定：金标准。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>All sheets</source>
   <translation>所有评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>All shortcuts are default.</source>
   <translation>所有快捷键已恢复默认。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/verdicts.py" />
   <source>All systems</source>
   <translation>所有系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>All tasks</source>
   <translation>所有任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>All tasks drawn</source>
   <translation>任务散点图</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>All the verdict depends on; what has a known key is not asked again.</source>
   <translation>判定所依据的全部内容；已有相同键的不再询问。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>All tiers</source>
   <translation>所有层级</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Alone, or for practice</source>
   <translation>独自工作或练习</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Already here</source>
   <translation>已存在</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Always met</source>
   <translation>总是满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Ambiguous checkpoint</source>
   <translation>检查点有歧义</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Among all rubrics that are approved now. The same seed draws the same tasks; it is written down.</source>
   <translation>从当前所有已批准的评分细则中抽取。相同的种子抽到相同的任务；种子会记录在案。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>An anchor is no evidence: the response leaves the alignment figures of judges that see it, and they are asked again for the whole task.</source>
   <translation>锚例不能作为对齐的依据：对看到此锚例的评审模型，该回答不再计入其对齐指标，整个任务也会重新询问。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/assignment.py" />
   <source>An assignment from the project {project}, for {name}.</source>
   <translation>来自项目“{project}”、分配给{name}的工作。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>An assignment is a file with work for one person: rubrics to review, responses to judge, forms to adjudicate, tasks to write. They open it in Xpert Studio, work offline, and return a submission that you import here.</source>
   <translation>分配是一个文件，内含交给一个人的工作：待评审的评分细则、待评判的回答、待裁定的评判表、待撰写的任务。对方在 Xpert Studio 中打开它，离线工作，再交回一份提交，由您在此导入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>An author’s own briefs and rubrics, and room for new ones.</source>
   <translation>作者自己的任务书和评分细则，也可新建任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>An ideal answer. Hidden from the systems; the judge may see it.</source>
   <translation>优秀回答应包含的内容。作答的模型看不到；评审模型可能会看到。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Anchored</source>
   <translation>锚定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>Anchors</source>
   <translation>锚例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Anchors a task</source>
   <translation>每任务锚例数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Another checkpoint of the task is answered all but alike.</source>
   <translation>与该任务另一检查点的判定几乎完全相同。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Another name of sensitivity, used beside precision.</source>
   <translation>灵敏度的另一名称，与精确率并用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/exchange_files.py" />
   <source>Another project</source>
   <translation>另一个项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Answer packet</source>
   <translation>回复工作包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/answering.py" />
   <source>Answered by</source>
   <translation>评分方式</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/comparing_charts.py" />
   <source>Answers</source>
   <translation>判定数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_panel.py" />
   <source>Answers of experts and judge</source>
   <translation>专家与评审模型的判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/comparing_charts.py" />
   <source>Answers on which it alone is right</source>
   <translation>仅其正确的判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/comparing_charts.py" />
   <source>Answers on which one judge alone is right</source>
   <translation>仅一个评审模型正确的判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/judge/providers/registry.py" />
   <source>Anthropic</source>
   <translation>Anthropic</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Applied</source>
   <translation>已应用</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>Applies to whole rubric</source>
   <translation>针对整份评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Approve</source>
   <translation>批准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Approve rubric</source>
   <translation>批准评分标准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Approve the revision under review, once all of its checkpoints have been read.</source>
   <translation>读完所有检查点后，批准正在评审的修订版。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Approved</source>
   <translation>已通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Approved.</source>
   <translation>已批准。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>Approximate interval: {n} task behind this figure, fewer than {needed}.</source>
   <translation>近似区间：该数值仅依据{n}个任务，少于{needed}个。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>Approximate interval: {n} tasks behind this figure, fewer than {needed}.</source>
   <translation>近似区间：该数值仅依据{n}个任务，少于{needed}个。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>As colleagues know them</source>
   <translation>同事所熟悉的称呼</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>As it is being written</source>
   <translation>撰写中的版本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/page.py" />
   <source>As the system</source>
   <translation>跟随系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Ask</source>
   <translation>发送</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>Ask again</source>
   <translation>重新询问</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>Ask {n} response again</source>
   <translation>重新询问{n}个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items_model.py" />
   <source>Asked</source>
   <translation>询问</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Asked {trials} times, it gives the same answer throughout on {share} of {n} checkpoints.</source>
   <translation>询问{trials}次，{n}个检查点中有 {share} 每次判定均相同。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Asking {model}</source>
   <translation>正在请求 {model}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Asking {model}…</source>
   <translation>正在请求 {model}…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Asks</source>
   <translation>询问次数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Asks again only what has no usable verdict.</source>
   <translation>仅重新询问没有有效判定的内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Asks for one answer, at most</source>
   <translation>每项判定最多询问次数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Aspect</source>
   <translation>方面</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Assign a cause</source>
   <translation>原因是什么？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/page.py" />
   <source>Assign to the judge…</source>
   <translation>归因于评审模型…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Assigned by {name}: {asked}</source>
   <translation>由{name}分配：{asked}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Assigned to you</source>
   <translation>分配给您的工作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Assignments</source>
   <translation>分配</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Assignments (*.xassignment)</source>
   <translation>分配文件 (*.xassignment)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Assignments and submissions (*.xassignment *.xsubmission)</source>
   <translation>分配与提交文件 (*.xassignment *.xsubmission)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Assignments sent</source>
   <translation>已发送的分配</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>At least {least} and at most {most} cannot both be. It is saved once both fit.</source>
   <translation>下限{least}大于上限{most}。两者相符后即会保存。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>At most</source>
   <translation>最高</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/rating_words.py" />
   <source>At most {value} if</source>
   <translation>符合以下条件时最高 {value}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>At the cursor; or as the linter proposes.</source>
   <translation>在光标处拆分，或按自动检查的建议拆分。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>At the end of a run, or when you press Certify, the figures are kept with the hashes of judge, prompt, rubrics and judgments. What you fix afterwards shows here as before and after.</source>
   <translation>运行结束时，或按“签发证书”时，各项指标会连同评审模型、提示词、评分细则和评判的哈希值一并保存。此后的修正会在此处以前后对比显示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Atomicity</source>
   <translation>原子性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Attach a file to the author's brief; models and experts see it with the prompt.</source>
   <translation>为作者的任务书添加附件；模型和专家会与提示一起看到它。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Attach file</source>
   <translation>添加附件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Attach files…</source>
   <translation>添加附件…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Attached: {names}</source>
   <translation>附件：{names}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/showing.py" />
   <source>Attachment {n}</source>
   <translation>附件{n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Attachments</source>
   <translation>附件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Author</source>
   <translation>作者</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Awaiting spot-check sampling</source>
   <translation>已通过，等待抽取</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Back</source>
   <translation>后退</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/importing.py" />
   <source>Back to the assignments</source>
   <translation>返回分配列表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_panel.py" />
   <source>Back to the figures</source>
   <translation>返回指标</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>Back to the form</source>
   <translation>返回表单</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Back to the list</source>
   <translation>返回列表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Back to usual</source>
   <translation>恢复默认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Background materials</source>
   <translation>背景材料</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>Balance</source>
   <translation>分布</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Balanced accuracy</source>
   <translation>平衡准确率</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Band from</source>
   <translation>分段起点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Band to</source>
   <translation>分段终点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Bands: what a response is like that is rated there</source>
   <translation>分段：处于该段的回答是什么样的</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Base rate</source>
   <translation>基础率</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Baseline</source>
   <translation>基线</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>Baseline responses only</source>
   <translation>仅基线回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Basic</source>
   <translation>基础</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>Before</source>
   <translation>之前</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Begin with “Create task”.</source>
   <translation>请从“创建任务”开始。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Being judged</source>
   <translation>评判中</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Being written</source>
   <translation>撰写中</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Below it the task is failed. Empty for none.</source>
   <translation>低于该值则任务不通过；留空表示不设。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Below this one; Enter in a line does the same.</source>
   <translation>在当前检查点下方；在行中按 Enter 效果相同。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/pairs_panel.py" />
   <source>Better by the experts</source>
   <translation>专家认为较好</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Bias</source>
   <translation>偏差</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Blind, checkpoint by checkpoint.</source>
   <translation>盲评，逐个检查点进行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Blind: no system names and no verdicts. Contains only the forms to adjudicate.</source>
   <translation>盲态：不含系统名称和判定。仅包含待裁定的评判表。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Blind: no system names, no judgments of others, no verdicts. The ids of responses are replaced.</source>
   <translation>盲态：不含系统名称、他人的评判和判定。回答的 ID 已替换。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Blind: no system, no other judgment is shown.</source>
   <translation>盲评：不显示系统名称，也不显示他人的评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Blind: system and other judgments are hidden.</source>
   <translation>您看不到是哪个系统作答，也看不到他人的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>Borderline, not excluded:</source>
   <translation>临界情况，未排除：</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Both judged</source>
   <translation>共同评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Both say met</source>
   <translation>均判满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Both say not met</source>
   <translation>均判不满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Both sides changed this. Choose which version to keep.</source>
   <translation>双方都修改了此处。请选择保留哪个版本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/spread.py" />
   <source>Box from quartile to quartile with the median; lines to the lowest and highest.</source>
   <translation>箱体为上下四分位数及中位数；线段延至最低和最高值。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Brief</source>
   <translation>任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Briefs</source>
   <translation>任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Briefs to decide on</source>
   <translation>待决定的任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Brings a copy up to date and applies its changes again.</source>
   <translation>将副本更新到最新，并重新应用其中的更改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Browse tasks</source>
   <translation>查看任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Browse tasks or create one.</source>
   <translation>您可以查看任务，或自己新建一个。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Budget (USD)</source>
   <translation>费用上限（美元）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Build benchmarks from expert judgment. Tell us who you are. This is stored only on this computer until you join or create a project.</source>
   <translation>在这里，专家将自己的专业判断转化为语言模型的评测基准。首先：您是谁？在您加入或新建项目之前，这些信息只保存在本机。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Built-in drafter (offline, free)</source>
   <translation>提纲起草（离线，免费）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Built-in judge (no LLM)</source>
   <translation>内置评审模型（非 LLM）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Bundles (a folder by its manifest.json) and tables (*.zip *.csv *.tsv *.xlsx *.json *.jsonl)</source>
   <translation>数据包（文件夹请选其 manifest.json）和表格 (*.zip *.csv *.tsv *.xlsx *.json *.jsonl)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>By</source>
   <translation>分项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>By category</source>
   <translation>按类别</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>By default the judge sees ids and texts only.</source>
   <translation>默认情况下，评审模型仅看到 ID 和文本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>By dimension</source>
   <translation>按维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>By domain</source>
   <translation>按领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>By group</source>
   <translation>分组</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>By pair</source>
   <translation>按专家对</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>By part</source>
   <translation>按分项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>By task</source>
   <translation>按任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>By the experts</source>
   <translation>专家评分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>By tier</source>
   <translation>按层级</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>By tier; a click opens the answers.</source>
   <translation>按层级；点击可查看相应判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>By whose answers</source>
   <translation>判定来源</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/comparing_charts.py" />
   <source>CDR</source>
   <translation>CDR</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/comparing_charts.py" />
   <source>CDR of other judges less that of this one</source>
   <translation>其他评审模型的 CDR 减去此评审模型的 CDR</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/comparing_charts.py" />
   <source>CDR of the other judge less that of this one</source>
   <translation>另一评审模型的 CDR 减去此评审模型的 CDR</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/comparing_charts.py" />
   <source>CDR over time</source>
   <translation>CDR 的变化</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>CDR {cdr} on {pairs}, {tasks}: may be too high, since the judge’s anchors are unknown.</source>
   <translation>CDR {cdr}（{pairs}、{tasks}）：评审模型的锚例未知，该值可能偏高。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>CDR {cdr} on {pairs}, {tasks}: the judge is not shown to follow the experts better than a majority-class baseline.</source>
   <translation>CDR {cdr}（{pairs}、{tasks}）：未能表明评审模型比多数类基线更符合专家判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>CDR {cdr} on {pairs}, {tasks}: too little evidence to say how far the judge follows the experts.</source>
   <translation>CDR {cdr}（{pairs}、{tasks}）：证据不足，无法判断评审模型在多大程度上与专家一致。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>CDR, mean over tasks</source>
   <translation>CDR，任务平均</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Cached</source>
   <translation>已有判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Call</source>
   <translation>调用</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Called met, but none of its quotes is in the response.</source>
   <translation>判定为满足，但其引文均不在回答中。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Calls</source>
   <translation>调用</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Calls at most</source>
   <translation>调用上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>Calls of the run</source>
   <translation>此运行的调用</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Can each line be decided from a response?</source>
   <translation>每个检查点是否都能依据回答作出判定？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Canary</source>
   <translation>识别码</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Cancelled</source>
   <translation>已取消</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Cancelled.</source>
   <translation>已取消。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Cancelled. Nothing was changed.</source>
   <translation>已取消，未作任何更改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/words.py" />
   <source>Cancelling…</source>
   <translation>正在取消…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Candidate</source>
   <translation>候选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Caps: the value is at most so much if a condition holds</source>
   <translation>上限：符合条件时数值不得超过此数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Caption of {file}</source>
   <translation>“{file}”的说明</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Caption: what it shows</source>
   <translation>说明：展示了什么内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/page.py" />
   <source>Case before</source>
   <translation>上一个案例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Category</source>
   <translation>类别</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_model.py" />
   <source>Cause</source>
   <translation>原因</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Cause of a disagreement</source>
   <translation>分歧的原因</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Cause: {cause}</source>
   <translation>原因：{cause}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/comparing_charts.py" />
   <source>Certificate</source>
   <translation>证书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>Certificates</source>
   <translation>证书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>Certified</source>
   <translation>已签发证书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>Certified with caution</source>
   <translation>已签发证书，但需谨慎</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>Certified {when}; changed since: {what}.</source>
   <translation>证书签发于 {when}；此后有变化：{what}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>Certified, evidence incomplete</source>
   <translation>已认证，证据不足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>Certify</source>
   <translation>签发证书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Certify alignment</source>
   <translation>认证对齐度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Challenge judgment</source>
   <translation>质疑判断</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Challenge judgment… (D)</source>
   <translation>对评判提出异议… (D)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Chance alone would flag about {n} of {tested} either way.</source>
   <translation>仅凭偶然，{tested}个中约有{n}个会被标记（不论方向）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Chance-corrected agreement of all experts: 0.80 or more is reliable.</source>
   <translation>所有专家之间经偶然校正的一致性：0.80 及以上为可靠。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Chance-corrected agreement of all, also fair where one judgment is rare.</source>
   <translation>所有专家之间经机遇校正的一致性，某种判定很少见时也适用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Chance-corrected agreement of two experts on a scale, pooled over all pairs.</source>
   <translation>两位专家在量表上经机会校正的一致性，按所有专家对合并。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Chance-corrected agreement of two experts, pooled over all pairs: 1 is full agreement.</source>
   <translation>两位专家之间经偶然校正的一致性，由所有配对合并计算；1 为完全一致。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Chance-corrected agreement on a scale, differences squared; 1 is perfect.</source>
   <translation>量表上经机会校正的一致性，差异取平方；1 表示完全一致。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Chance-corrected agreement on checkpoints; 1 is perfect.</source>
   <translation>检查点判定的一致程度，经机遇校正；1 为完全一致。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Chance-corrected agreement, also fair where one judgment is rare; 1 is perfect.</source>
   <translation>经机遇校正的一致性，某种判定很少见时也适用；1 为完全一致。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Change</source>
   <translation>修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Change a checkpoint; a weight that was the default of its tier follows the tier.</source>
   <translation>修改检查点；原为该重要性默认值的分值随重要性变化。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Change it</source>
   <translation>修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Change name, roles, domains or credentials; roles and domains given replace all others.</source>
   <translation>修改姓名、角色、领域或资历；给出的角色和领域取代原有的全部。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Change requested</source>
   <translation>要求修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Change the author's brief, until its rubric is under review; the rest stays as it is.</source>
   <translation>在评分细则进入评审之前修改作者的任务书；其余保持不变。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Change the grading policy to version {n}</source>
   <translation>将评分准则修改为第{n}版</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>Change the remark</source>
   <translation>修改意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Change the reviewer's own comment, as long as it has no reply.</source>
   <translation>修改评审人自己的评论，只要尚无回复。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Change tier, weight, dimension or notes of several checkpoints at once.</source>
   <translation>一次修改多个检查点的重要性、分值、维度或备注。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Changed: {fields}</source>
   <translation>修改内容：{fields}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>Changes from a copy: {name}</source>
   <translation>来自副本的更改：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Change…</source>
   <translation>修改…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Checking…</source>
   <translation>检查中…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Checklist</source>
   <translation>自查清单</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Checkpoint</source>
   <translation>检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Checkpoint: {text}</source>
   <translation>检查点：{text}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>Checkpoints</source>
   <translation>检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Checkpoints a call</source>
   <translation>每次调用检查点数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Checkpoints at least</source>
   <translation>检查点下限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Checkpoints at most</source>
   <translation>检查点上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Checkpoints in a rubric</source>
   <translation>评分细则的检查点数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/pair.py" />
   <source>Checkpoints of both responses</source>
   <translation>两个回答的检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Checkpoints of responses that two or more experts decided.</source>
   <translation>由两位及以上专家判定的检查点数（按回答计）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>Checkpoints on which the first alone is right : the second alone</source>
   <translation>仅第一个正确的检查点数 : 仅第二个正确的检查点数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Chinese</source>
   <translation>中文</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Choose a dimension…</source>
   <translation>选择维度…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/verdicts.py" />
   <source>Choose a judge above to see its verdicts. Judgments stand on the sheets of each response.</source>
   <translation>请在上方选择评审模型以查看其判定。专家的评判见各回答的评判表。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>Choose a person.</source>
   <translation>请选择人员。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/page.py" />
   <source>Choose a run first.</source>
   <translation>请先选择一个运行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Choose a tier…</source>
   <translation>选择层级…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Choose anchor</source>
   <translation>选择锚点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/importing.py" />
   <source>Choose another file…</source>
   <translation>选择其他文件…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Choose how it is answered…</source>
   <translation>选择评分方式…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>Choose two different days.</source>
   <translation>请选择两个不同的时间。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/writing.py" />
   <source>Choose…</source>
   <translation>选择…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Chosen anchor</source>
   <translation>所选锚例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Citation</source>
   <translation>引用方式</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Clarity</source>
   <translation>清晰度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>Clear</source>
   <translation>清除</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Clear anchor</source>
   <translation>取消选定的锚点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Clear success criteria?</source>
   <translation>成功的标准是否明确？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Clear the chosen anchor of a task; by rule it is the gold form on the baseline.</source>
   <translation>取消任务所选的锚例；按规则，锚例是基线上的金标准评判表。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>Close and lose them</source>
   <translation>关闭并放弃</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Close assignment</source>
   <translation>关闭分配</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Close packet</source>
   <translation>关闭工作包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Close the project</source>
   <translation>关闭项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/reading_pane.py" />
   <source>Close the search</source>
   <translation>关闭搜索</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/notice.py" />
   <source>Close this notice</source>
   <translation>关闭此通知</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Closed</source>
   <translation>已关闭</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Cohen’s κ</source>
   <translation>Cohen’s κ</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Cohen’s κ with the experts</source>
   <translation>与专家的 Cohen κ</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/page.py" />
   <source>Colours</source>
   <translation>配色</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/writing.py" />
   <source>Command line</source>
   <translation>对应的命令行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Comment</source>
   <translation>仅作评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>Compare</source>
   <translation>比较</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>Compare with</source>
   <translation>比较对象</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/pair.py" />
   <source>Comparison</source>
   <translation>对照</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Compose a run</source>
   <translation>新建运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Computing…</source>
   <translation>正在统计…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Concordant less discordant pairs of responses.</source>
   <translation>一致对比例减去不一致对比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Condition of the cap</source>
   <translation>上限的条件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>Configuration</source>
   <translation>运行条件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Confirm</source>
   <translation>确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Confirm (C)</source>
   <translation>确认 (C)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/next_steps.py" />
   <source>Confirm it</source>
   <translation>确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>Confirm its sheets first</source>
   <translation>先确认评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Confirm judgments</source>
   <translation>确认评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Confirm judgments of another expert: those named, or all that have been read.</source>
   <translation>确认另一位专家的评判：指定的，或所有已读的。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Confirm or override (note required). Confirmed forms are gold.</source>
   <translation>评判成立的予以确认，不成立的予以改判并附备注。全部确认的评判表即为金标准。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Confirm or override what another expert decided.</source>
   <translation>确认或改判其他专家的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Confirm the judgment</source>
   <translation>确认评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Confirm the judgments that were read</source>
   <translation>确认已读的判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Confirm {n} read judgment</source>
   <translation>确认已读的 {n} 条判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Confirm {n} read judgments</source>
   <translation>确认已读的 {n} 条判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Confirmation queue</source>
   <translation>待确认的评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Confirmed</source>
   <translation>已确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>Confirmed by a senior expert: gold</source>
   <translation>资深专家已确认：金标准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Confirmed judgments only</source>
   <translation>仅限已确认的评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Confirmed. The form is gold once every checkpoint is resolved.</source>
   <translation>已确认。所有检查点均处理完毕后，评判表即为金标准。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Conflicts</source>
   <translation>冲突</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>Confusion matrix</source>
   <translation>哪些判定被混淆？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Constant</source>
   <translation>恒定值</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>Constant rater</source>
   <translation>恒定评分者</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Constant rater’s error</source>
   <translation>恒定评判的误差</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Contains briefs, rubrics, reviews and comments. Contains no responses and no judgments.</source>
   <translation>包含任务书、评分细则、评审和评论。不含回答和评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Contains system and judge names, and what experts wrote on the worst disagreements.</source>
   <translation>包含系统和评审模型的名称，以及专家就最大分歧所写的内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Contains the author’s tasks with rubrics, reviews and comments. Contains no responses and no judgments.</source>
   <translation>包含作者的任务及其评分细则、评审和评论。不含回答和评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>Content hash</source>
   <translation>内容哈希</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>Contents</source>
   <translation>内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Continue</source>
   <translation>继续</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/who.py" />
   <source>Continue as this person</source>
   <translation>以此身份工作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Copies of the project</source>
   <translation>项目的副本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>Copy</source>
   <translation>复制</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/texts.py" />
   <source>Copy all of it</source>
   <translation>复制全部</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>Copy as JSON</source>
   <translation>复制为 JSON</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Copy checkpoints as a table</source>
   <translation>将检查点复制为表格</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Copy the exchange</source>
   <translation>复制往来记录</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>Copy the verdict as JSON</source>
   <translation>将判定复制为 JSON</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/labels.py" />
   <source>Copy: {what}</source>
   <translation>复制：{what}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>Corrected p</source>
   <translation>校正后 p</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Correlation of meeting it with the response’s score over the rest of the rubric.</source>
   <translation>是否满足该检查点与回答在评分细则其余部分得分的相关。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Correlation of the judge’s decisions with the experts’; 1 is perfect, 0 is none.</source>
   <translation>评审模型与专家判定的相关系数；1 为完全一致，0 为无关。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Correlation of the ranks of values: whether the judge orders as the experts do.</source>
   <translation>取值秩次的相关：评判者的排序是否与专家一致。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Correlation of the ranks that two experts give, mean over their pairs.</source>
   <translation>两位专家所给秩次的相关，取各专家对的均值。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Cost</source>
   <translation>费用</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Coverage</source>
   <translation>覆盖率</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>Create</source>
   <translation>新建</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Create a draft</source>
   <translation>生成草稿</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Create a project from a bundle.</source>
   <translation>他人发来的数据包将成为一个新项目。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Create a task of your own.</source>
   <translation>创建您自己的任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Create copy</source>
   <translation>创建副本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Create copy…</source>
   <translation>创建副本…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/assignment.py" />
   <source>Create project</source>
   <translation>创建项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Create task</source>
   <translation>创建任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Created</source>
   <translation>创建时间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Creates a project file. You become its lead.</source>
   <translation>保存为本机上的一个文件，由您担任负责人。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Credentials</source>
   <translation>资历</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Criterion-level CDR</source>
   <translation>检查点级 CDR</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>Ctrl+Enter</source>
   <translation>Ctrl+Enter</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Ctrl+Enter confirms.</source>
   <translation>按 Ctrl+Enter 确认。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Ctrl+Enter in the text takes it too</source>
   <translation>在文本中按 Ctrl+Enter 也可采纳</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_view.py" />
   <source>Ctrl+Enter uses it.</source>
   <translation>按 Ctrl+Enter 使用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Dark</source>
   <translation>深色</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Decide on qualification</source>
   <translation>决定资格</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>Decided</source>
   <translation>已判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Decided by {name}, {when}.</source>
   <translation>由{name}于{when}决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Decided by {name}.</source>
   <translation>由{name}决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Decider and date unknown.</source>
   <translation>决定人和决定时间不详。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Decision</source>
   <translation>判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Default weights</source>
   <translation>默认权重</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Delete a view</source>
   <translation>删除视图</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Deliverables and their format.</source>
   <translation>须交付什么，以何种形式交付。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Describe dimensions</source>
   <translation>说明维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Describe dimensions; their published descriptions no longer hold for the project.</source>
   <translation>说明维度；已发布的说明对本项目不再适用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Describe project</source>
   <translation>说明项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>Describe the problem and a fix</source>
   <translation>该检查点有什么问题，应如何改正？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Describe “{name}”</source>
   <translation>说明“{name}”</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Description</source>
   <translation>说明</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>Difference</source>
   <translation>差值</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Differs from experts</source>
   <translation>与专家不一致</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Difficulty</source>
   <translation>难度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Difficulty: {name}</source>
   <translation>难度：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>Dimension</source>
   <translation>维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Dimensions</source>
   <translation>维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Disagreements</source>
   <translation>分歧</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Disagreements only</source>
   <translation>仅显示有分歧的检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>Disagreements, most costly first</source>
   <translation>分歧（影响最大的在前）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Discard</source>
   <translation>废弃</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Discard a task with a reason; for leads, and for its author until it is approved.</source>
   <translation>说明理由并废弃任务；由负责人进行，批准之前也可由作者进行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Discard proposals</source>
   <translation>放弃建议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Discard proposals.</source>
   <translation>放弃建议。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Discard task</source>
   <translation>废弃任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Discard them</source>
   <translation>放弃这些文字</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Discard {n} task</source>
   <translation>废弃{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Discard {n} tasks</source>
   <translation>废弃{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Discarded</source>
   <translation>已废弃</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Discard…</source>
   <translation>废弃…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Discriminating</source>
   <translation>有区分度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Discrimination</source>
   <translation>区分度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Discrimination {r}, p {p}.</source>
   <translation>区分度 {r}，p {p}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Dismiss</source>
   <translation>忽略</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Dismiss a finding with a reason, until the checkpoint is edited.</source>
   <translation>说明理由并忽略提示，直到检查点被编辑。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Dismiss finding</source>
   <translation>忽略检查结果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Dismiss the finding</source>
   <translation>忽略提示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Dismissed</source>
   <translation>已忽略</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Dismissed because: {reason}</source>
   <translation>忽略理由：{reason}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Dismissed finding</source>
   <translation>已忽略的提示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Dismiss…</source>
   <translation>忽略…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Dispute it</source>
   <translation>提出异议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Distributions</source>
   <translation>分布</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Do again</source>
   <translation>重做</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Do criteria, tiers and weights agree with each other?</source>
   <translation>检查点、层级和权重是否前后一致？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Do the spot check</source>
   <translation>进行抽查</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Do the work on its page, then submit. You can submit again later.</source>
   <translation>在相应页面完成工作，然后提交。之后可以再次提交。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>Does another judge order better?</source>
   <translation>其他评审模型的排序是否更好？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>Does it score responses as the experts do?</source>
   <translation>对回答的评分是否与专家相同？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Does the rubric ask for what the task asks for?</source>
   <translation>评分细则的要求是否与任务的要求相符？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>Domain</source>
   <translation>领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Domain: {name}</source>
   <translation>领域：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Domains</source>
   <translation>领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Domains and dimensions</source>
   <translation>领域与维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Done</source>
   <translation>已完成</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Done.</source>
   <translation>已处理。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Draft</source>
   <translation>起草</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Draft rubric</source>
   <translation>起草评分标准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Drafted by</source>
   <translation>起草者</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/model.py" />
   <source>Drafted by {drafter}, not yet reviewed</source>
   <translation>由 {drafter} 建议，尚未经人修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Drafting an outline</source>
   <translation>正在起草提纲</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Drafting with {model}</source>
   <translation>正在用 {model} 起草</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Drafting…</source>
   <translation>正在起草…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Draw</source>
   <translation>抽取</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Draw a subset</source>
   <translation>抽取子集</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Draw anchors by a seed</source>
   <translation>用种子抽取锚例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Draw in place of {name}</source>
   <translation>抽取并取代“{name}”</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Draw the subset</source>
   <translation>抽取子集</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/saving_files.py" />
   <source>Drawing (*.svg)</source>
   <translation>矢量图 (*.svg)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Drawn</source>
   <translation>抽取</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Drawn so far</source>
   <translation>已抽取的子集</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Drew {name}.</source>
   <translation>已抽取“{name}”。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Drop</source>
   <translation>舍弃</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Drop a submission on the window to import it.</source>
   <translation>将提交文件拖到窗口上即可导入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Duplicate and edit…</source>
   <translation>修改后运行…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Duplicate checkpoint</source>
   <translation>复制检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Each of these steps can be looked at, and undone, by itself.</source>
   <translation>其中每一步均可单独查看和撤销。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Earlier</source>
   <translation>历次判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Edit</source>
   <translation>编辑</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_view.py" />
   <source>Edit (E)</source>
   <translation>编辑 (E)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Edit brief</source>
   <translation>编辑任务说明</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Edit caption</source>
   <translation>编辑说明文字</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Edit checkpoint</source>
   <translation>编辑检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Edit checkpoints</source>
   <translation>编辑多个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Edit comment</source>
   <translation>编辑评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Edit person</source>
   <translation>编辑人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/answering.py" />
   <source>Edit scale</source>
   <translation>编辑量表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Edit the text</source>
   <translation>编辑文本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_view.py" />
   <source>Edited</source>
   <translation>已编辑</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Edited since</source>
   <translation>已被修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>Ended</source>
   <translation>结束时间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Ended with</source>
   <translation>结束原因</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Ends after the calls in flight, to be resumed another time.</source>
   <translation>待进行中的调用完成后停止，以后可继续。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>English</source>
   <translation>英文</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Enter changes a line, Delete takes its keys away. Pages add their actions here when they are opened first.</source>
   <translation>按 Enter 修改所选行，按 Delete 清除其按键。各页面首次打开后，其操作会列入此处。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Enter the key</source>
   <translation>填写密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Error</source>
   <translation>出错</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Essential</source>
   <translation>必要</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Estimate</source>
   <translation>预计用量</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Estimated pass rate</source>
   <translation>十个模型中会有多大比例答得好？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>Every change request has a reply. Send the rubric to review again.</source>
   <translation>每条修改要求都已回复。请再次送审。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>Every dimension</source>
   <translation>所有维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>Every domain</source>
   <translation>所有领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Every response meets it: it tells nobody apart.</source>
   <translation>所有回答均满足：无法区分任何系统。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>Every system</source>
   <translation>所有系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>Every task as a point</source>
   <translation>每个任务为一个点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Every text was scanned for names, addresses and keys; {size}.</source>
   <translation>已检查全部文本；{size}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Everybody</source>
   <translation>所有人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Everything is asked so often; an odd number, so that none ends undecided.</source>
   <translation>每项均询问此次数；须为奇数，以免无法得出判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Everything is known already: nothing would be asked.</source>
   <translation>所有判定均已存在，无需再问。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Everything that was sent before the candidate.</source>
   <translation>候选回答之前发送的全部内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>Evidence</source>
   <translation>证据</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Evidence incomplete: CDR {cdr} on {pairs}, {tasks}</source>
   <translation>证据不足：CDR {cdr}（{pairs}、{tasks}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Evidence incomplete: {what}.</source>
   <translation>证据不足：{what}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Exactly this went out before: {when}.</source>
   <translation>此前已发布过完全相同的内容：{when}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>Exactly what will be asked</source>
   <translation>实际询问的内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Exam and result</source>
   <translation>考试名称及结果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Examination</source>
   <translation>考试</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Excel workbook</source>
   <translation>Excel 工作簿</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Excel workbook (.xlsx)</source>
   <translation>Excel 工作簿 (.xlsx)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Exchange</source>
   <translation>往来记录</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>Excluded</source>
   <translation>已排除</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>Excluded as near-duplicates of an anchor:</source>
   <translation>与锚例近似重复，已排除：</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Expert</source>
   <translation>专家</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Expert error</source>
   <translation>专家疏误</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>Experts</source>
   <translation>专家</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>Experts among themselves: Krippendorff’s α {alpha} on {n} checkpoints that two or more have judged.</source>
   <translation>专家之间：在两位及以上专家评判过的{n}个检查点上，Krippendorff α 为 {alpha}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Experts and leads read the reason in the history.</source>
   <translation>专家和负责人可在历史中看到这一理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Experts from</source>
   <translation>专家起始值</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Experts judge its tasks; judges are measured and systems compared on them.</source>
   <translation>专家评判子集中的任务；评审模型的对齐和系统的比较均以此为准。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Experts, confirmed judgments</source>
   <translation>专家（已确认的评判）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Experts: met</source>
   <translation>专家：满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Experts: not met</source>
   <translation>专家：不满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_model.py" />
   <source>Experts: {experts}. Judge: {judge}.</source>
   <translation>专家：{experts}。评审模型：{judge}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_list.py" />
   <source>Experts: {said}</source>
   <translation>专家：{said}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Export as CSV</source>
   <translation>导出为 CSV</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Export the rubrics…</source>
   <translation>导出评分细则…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Export the rubric…</source>
   <translation>导出评分细则…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Export this table as CSV…</source>
   <translation>将此表导出为 CSV…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>F1 of met</source>
   <translation>“满足”的 F1</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Facts, documents and figures needed.</source>
   <translation>工作所依据的事实、文件和数据。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Factual validity</source>
   <translation>事实准确性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Failed</source>
   <translation>失败</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Fewer than two sheets to compare</source>
   <translation>评判表不足两张</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Fewer where the provider slows down.</source>
   <translation>服务商限速时会自动减少。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Fewer words leave more.</source>
   <translation>减少关键词可显示更多结果。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Field</source>
   <translation>字段</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Fields</source>
   <translation>字段</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>Figure</source>
   <translation>指标</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/saving_files.py" />
   <source>Figures behind it (*.csv)</source>
   <translation>图表数据 (*.csv)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>Figures by group</source>
   <translation>各组指标</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Figures of a domain, tier or other group on fewer tasks are marked with †.</source>
   <translation>领域、层级等分组的任务数少于此值时，其数值以 † 标注。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>File</source>
   <translation>文件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/writing.py" />
   <source>File already exists.</source>
   <translation>该位置已有内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Files</source>
   <translation>文件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/who.py" />
   <source>Filter by name or role</source>
   <translation>按姓名或角色筛选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>Filter by task or problem</source>
   <translation>按任务或问题筛选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>Filter by task or system</source>
   <translation>按任务或系统筛选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>Filter by task, checkpoint or problem</source>
   <translation>按任务、检查点或问题筛选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/chosen_tasks.py" />
   <source>Filter by title, id or domain</source>
   <translation>按标题、ID 或领域筛选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/filters.py" />
   <source>Filter by title, id, category or tag</source>
   <translation>按标题、ID、类别或标签筛选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Filter by words</source>
   <translation>按关键词筛选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Filter by words of the checkpoint or the task</source>
   <translation>按检查点或任务的文字筛选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/tasks.py" />
   <source>Filter by words of the title</source>
   <translation>按标题中的词筛选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/page.py" />
   <source>Filter the history</source>
   <translation>筛选历史</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Filter the people</source>
   <translation>筛选人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Filter the shortcuts</source>
   <translation>筛选快捷键</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Filter the tasks</source>
   <translation>筛选任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Filter: a name, role or domain</source>
   <translation>按姓名、角色或领域筛选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Filter: an action, a group or keys</source>
   <translation>按操作、分组或按键筛选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Find an action, task or person…</source>
   <translation>查找操作、任务或人员…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Find words anywhere in the project</source>
   <translation>在整个项目中搜索</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>Findings</source>
   <translation>提示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Finish spot check</source>
   <translation>完成抽查</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Finish the spot check of a rubric; three questions have to be answered.</source>
   <translation>完成评分细则的抽查；须回答三个问题。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/words.py" />
   <source>Finishing…</source>
   <translation>正在收尾…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>First</source>
   <translation>第一</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/pair.py" />
   <source>First response</source>
   <translation>第一个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>First rows</source>
   <translation>前几行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>First system</source>
   <translation>第一个系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Fitted anew, it is another judge: everything is asked, {n} answers.</source>
   <translation>重新拟合后即为另一评审模型：须全部询问，共{n}项判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Fix it</source>
   <translation>修正</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Fix the checkpoint</source>
   <translation>修正检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Fix the checkpoint… (F)</source>
   <translation>修正检查点… (F)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Fix what the linter finds here</source>
   <translation>修正此处的提示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Fold them</source>
   <translation>收起</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>Folder</source>
   <translation>文件夹</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Follows the experts: CDR {cdr}, κ {kappa}</source>
   <translation>与专家对齐：CDR {cdr}，κ {kappa}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Follows the experts: of {pairs} on {tasks}, {agree} concordant, {tied} tied, {disagree} discordant. CDR {cdr}.</source>
   <translation>与专家一致：{tasks}上的{pairs}中，一致 {agree}，同分 {tied}，不一致 {disagree}。CDR {cdr}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>For fewer or more, the author gives a reason that reviewers see.</source>
   <translation>少于或多于此范围时，作者须说明理由，评审人可以看到。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>For people; judge models do not see it.</source>
   <translation>仅供人阅读；评审模型看不到。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>Format</source>
   <translation>格式</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Forms of experts to confirm or override.</source>
   <translation>待确认或改判的专家评判表。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Forward</source>
   <translation>前进</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Found project</source>
   <translation>建立项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Freeze the rubric as its next revision and send it to review.</source>
   <translation>将评分细则冻结为下一个修订版并送交评审。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>From</source>
   <translation>从</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>From Excel, Word or a list of lines.</source>
   <translation>来自 Excel、Word 或逐行列出的文本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>From a file…</source>
   <translation>从文件读取…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items_model.py" />
   <source>From cache</source>
   <translation>缓存读取</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>From elsewhere</source>
   <translation>外部导入</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>From the cache</source>
   <translation>读取缓存</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Frozen rubrics of colleagues in your domain.</source>
   <translation>您所在领域同事的已冻结评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Full copy with names, for internal use: to keep, or for another project.</source>
   <translation>包括姓名在内的全部内容，仅供本机构存档或用于其他项目。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Full name</source>
   <translation>同事对您的称呼</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Gap in grading policy</source>
   <translation>准则未明确</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/page.py" />
   <source>Gap in grading policy…</source>
   <translation>准则未明确…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Gap in grading policy… (P)</source>
   <translation>准则未明确… (P)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/rating_words.py" />
   <source>Gate</source>
   <translation>门槛</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Gate: not met fails the task</source>
   <translation>门槛：不满足则任务不通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Get started</source>
   <translation>开始</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Give a reason to submit with this.</source>
   <translation>它使评分标准无法送审。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Give it up</source>
   <translation>放弃</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Go</source>
   <translation>前往</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Goes out</source>
   <translation>发出</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/words.py" />
   <source>Going on…</source>
   <translation>正在恢复…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Gold</source>
   <translation>金标准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Gold judgments</source>
   <translation>金标准判断</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Gold subset</source>
   <translation>金标准子集</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>Gold subset {name} ({tasks})</source>
   <translation>金标准子集“{name}”（{tasks}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/judge/providers/registry.py" />
   <source>Google Gemini</source>
   <translation>Google Gemini</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Graded checkpoints</source>
   <translation>分级检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>Graded checkpoints ({scale}): ICC {icc}, mean absolute difference {apart} on {n} that two or more have judged.</source>
   <translation>分级检查点（{scale}）：ICC {icc}，平均绝对差 {apart}，共 {n} 个由两位或更多专家评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Graded checkpoints ({scale}): weighted κ {kappa}, mean absolute error {error} on {n}; always the median: {constant}.</source>
   <translation>分级检查点（{scale}）：加权 κ {kappa}，平均绝对误差 {error}，共 {n} 个；始终给中位数：{constant}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Graded checkpoints, too</source>
   <translation>也包括分级检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/rating_words.py" />
   <source>Graded scale</source>
   <translation>分级量表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Grading policy</source>
   <translation>评分准则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>Grading policy language</source>
   <translation>评分准则的语言</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>Group</source>
   <translation>组</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>Group by</source>
   <translation>分组方式</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Gwet’s AC1</source>
   <translation>Gwet AC1</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Hand over</source>
   <translation>移交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Hand over authority</source>
   <translation>移交决定权</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Hand over the project</source>
   <translation>移交项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Hand over to…</source>
   <translation>移交给…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Hand over…</source>
   <translation>移交…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Handed over</source>
   <translation>已移交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Hard</source>
   <translation>困难</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Hard for current models?</source>
   <translation>对当今的模型是否有难度？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Harmonic mean of precision and recall of met.</source>
   <translation>“满足”的精确率与召回率的调和平均。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Hashes</source>
   <translation>哈希值</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>Hatched: where the two differ.</source>
   <translation>斜线：两者不一致。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Have a model answer</source>
   <translation>让模型作答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Have a model answer…</source>
   <translation>让模型作答…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Have it changed</source>
   <translation>交付修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Heat maps</source>
   <translation>热力图</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Hello, {name}</source>
   <translation>您好，{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Hello, {name}.</source>
   <translation>您好，{name}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Help</source>
   <translation>帮助</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_view.py" />
   <source>Hidden until you have submitted your own judgment.</source>
   <translation>您提交自己的评判后才会显示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_view.py" />
   <source>Hidden until you have submitted your own judgment. Your version is kept.</source>
   <translation>您提交自己的评判后才会显示。保留您的版本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>High</source>
   <translation>上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/spread.py" />
   <source>Highest</source>
   <translation>最高</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Highest value</source>
   <translation>最高值</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>History</source>
   <translation>历史</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>History ({n})</source>
   <translation>发布记录 ({n})</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>Hold-out split</source>
   <translation>保留任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Hollow = unranked (incomplete)</source>
   <translation>空心：未排名，不能与其他系统比较。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/next_steps.py" />
   <source>Home</source>
   <translation>首页</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>How do you work?</source>
   <translation>您的工作方式是？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>How far experts agree is shown to leads and senior experts only, so that nobody who judges knows what others decided.</source>
   <translation>专家之间的一致程度仅向负责人和资深专家显示，以免评判者得知他人的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>How far the judge’s value is from the experts’ on average, in scale units.</source>
   <translation>评判者的数值与专家的平均相差多少，以量表单位计。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>How far two experts’ values are apart on average, in scale units.</source>
   <translation>两位专家的数值平均相差多少，以量表单位计。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>How judges follow the experts is shown to leads and senior experts only, so that nobody who judges knows what others decided.</source>
   <translation>评审模型与专家的对齐情况仅向负责人和资深专家显示，以免评判者得知他人的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>How many colleagues approve a rubric before it counts as approved.</source>
   <translation>评分细则须经多少位同事批准才算通过。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/pairs_panel.py" />
   <source>How many points of score the first lies above the second: by the experts, and by the judge.</source>
   <translation>第一个回答比第二个高出的分数：分别按专家和评审模型的评分。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/spread.py" />
   <source>How many responses score so many per cent. A bar opens their tasks.</source>
   <translation>各评分段的回答数。点击柱形可查看相应任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>How many tasks</source>
   <translation>任务数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>How many tasks one author may have in the project.</source>
   <translation>一位作者在项目中最多可有的任务数。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>How many worked examples are shown.</source>
   <translation>提供给评审模型的示例数。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>How much more often the judge says met than the experts</source>
   <translation>评审模型比专家多判“满足”的程度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/spread.py" />
   <source>How the scores of each system’s responses spread</source>
   <translation>各系统回答评分的分布</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/spread.py" />
   <source>How the scores of responses spread</source>
   <translation>回答评分的分布</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>How the two are set against each other</source>
   <translation>对照方式</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/describing.py" />
   <source>How to cite it</source>
   <translation>引用方式</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>How to treat what a rubric leaves open</source>
   <translation>如何处理评分细则未明确的情形</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>ICC(A,1)</source>
   <translation>ICC(A,1)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>ID already in use.</source>
   <translation>此项目中已有人使用该 ID。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Id</source>
   <translation>ID</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Id: {id}</source>
   <translation>ID：{id}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/showing.py" />
   <source>Image</source>
   <translation>图片</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>Images</source>
   <translation>图像</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>Images of the candidate</source>
   <translation>候选回答的图片</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/fields.py" />
   <source>Images, PDF, Office files, texts (*.png *.jpg *.jpeg *.gif *.webp *.pdf *.docx *.xlsx *.pptx *.txt *.md *.csv)</source>
   <translation>图片、PDF、Office 文件、文本 (*.png *.jpg *.jpeg *.gif *.webp *.pdf *.docx *.xlsx *.pptx *.txt *.md *.csv)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>Import</source>
   <translation>导入</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Import a bundle or table</source>
   <translation>导入数据包或表格</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Import a bundle or table…</source>
   <translation>导入数据包或表格…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Import a bundle…</source>
   <translation>导入数据包…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Import a submission</source>
   <translation>导入提交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Import packet</source>
   <translation>导入工作包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Import rubric</source>
   <translation>导入评分标准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Import submission</source>
   <translation>导入提交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Import the submission</source>
   <translation>导入此提交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Important</source>
   <translation>重要</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/importing.py" />
   <source>Imported. {counts}.</source>
   <translation>已导入。{counts}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/taking_in.py" />
   <source>Importing {file}</source>
   <translation>正在导入 {file}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>Importing…</source>
   <translation>正在导入…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>Imports everything as one step that Undo takes back.</source>
   <translation>全部作为一个步骤导入，可用“撤销”撤回。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>In a team</source>
   <translation>团队协作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/filters.py" />
   <source>In all texts</source>
   <translation>在所有文本中</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>In no band: {values}</source>
   <translation>不在任何分段中：{values}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>In review</source>
   <translation>评审中</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>In two bands: {values}</source>
   <translation>同时在两个分段中：{values}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>Include tasks that are not ready</source>
   <translation>包含尚未就绪的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items_model.py" />
   <source>Input</source>
   <translation>输入</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Input tokens</source>
   <translation>输入 token</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>Instructions</source>
   <translation>指令</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Instrument</source>
   <translation>评分方式</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/page.py" />
   <source>Interface language; content is unchanged.</source>
   <translation>仅指界面语言，各人撰写的内容保持原样。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Interrupted</source>
   <translation>已中断</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Interval α</source>
   <translation>等距 α</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Invalid</source>
   <translation>无效</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>Is it lenient or harsh?</source>
   <translation>偏宽松还是偏严格？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>It also sees a response that experts have judged, with their verdicts and reasons.</source>
   <translation>还可看到一个专家评判过的回答及其判定和理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>It can go on without the window; its verdicts are in the project when you come back. Or it stops after the calls in flight, to be resumed another time.</source>
   <translation>关闭窗口后运行可继续进行，您回来时判定已在项目中；也可待进行中的调用完成后停止，以后再继续。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>It cannot be sent yet:</source>
   <translation>还不能送审：</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>It comes before the baseline’s sheet; a judge with two anchors is shown both.</source>
   <translation>它排在基线的评判表之前；使用两个锚例的评审模型会同时看到两者。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>It is frozen as a revision for its review.</source>
   <translation>它将作为一个修订版冻结，供评审使用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>It is no longer offered to be resumed. What was decided stays.</source>
   <translation>不再提示继续此运行。已作的判定予以保留。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>It is settled as before.</source>
   <translation>已按原归因处理。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>It names a cap that the checkpoint does not have; it counts for nothing.</source>
   <translation>它给出的上限不属于该检查点，因此不起作用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>It says that a cap applies, and quotes nothing for it.</source>
   <translation>它认为某上限适用，但未引用任何依据。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>It stays in the project with its history, and counts nowhere.</source>
   <translation>任务及其历史保留在项目中，但不计入任何统计。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>It still holds</source>
   <translation>仍然成立</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>It stops counting, and waits in the list of senior experts under Confirm, with your reason as a note, until one of them confirms or overrides it.</source>
   <translation>该评判不再计入，并附上您的理由，列入资深专家的“确认”列表，直至有人确认或改判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>It takes the place of the anchor chosen before.</source>
   <translation>它将取代先前选择的锚例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>It takes two systems with scores to compare them.</source>
   <translation>须有两个已评分的系统才能比较。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>It took {tokens} tokens, {cost}.</source>
   <translation>用去{tokens}个 token，{cost}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>It was decided on a text that has been edited since.</source>
   <translation>判定所依据的文本此后已被修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/detail.py" />
   <source>It was decided on a text that has been edited since: decide again.</source>
   <translation>判定所依据的文本此后已被修改：请重新判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>It was decided on the texts as they are now.</source>
   <translation>判定所依据的文本即当前文本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>It was drawn just so before.</source>
   <translation>此前已按相同方式抽取。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>It was not kept.</source>
   <translation>未保存。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Its answer</source>
   <translation>回答内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Its author can change it; what was judged on changed lines becomes stale.</source>
   <translation>作者可以修改；被修改的检查点上已有的评判将过时。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Its author can write the rubric then. A no needs a reason.</source>
   <translation>之后作者即可编写评分细则。回答“否”须说明理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Its author will read the reason and can hand the brief in again.</source>
   <translation>作者会看到这一理由，并可重新提交任务书。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Its name is hidden from everybody who judges.</source>
   <translation>对所有评判者隐藏其名称。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Its process ended before the run did. Everything it had decided is saved.</source>
   <translation>进程在运行结束前终止。已作的判定均已保存。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Its value was above a cap that it says applies; the cap holds.</source>
   <translation>它给出的数值高于它认为适用的上限；以上限为准。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Its verdicts</source>
   <translation>查看判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>J</source>
   <translation>J</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_model.py" />
   <source>Judge</source>
   <translation>评审模型</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Judge a response</source>
   <translation>评判回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>Judge and expert differ</source>
   <translation>评审模型与专家不一致</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Judge checkpoint</source>
   <translation>判断检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Judge from</source>
   <translation>评审模型起始值</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Judge it</source>
   <translation>评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>Judge it first</source>
   <translation>先评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Judge one checkpoint: the decision, with a rationale and evidence.</source>
   <translation>评判一个检查点：决定，附理由和证据。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Judge responses</source>
   <translation>评判回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Judge them</source>
   <translation>去评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Judge {n} response</source>
   <translation>评判{n}个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Judge {n} responses</source>
   <translation>评判{n}个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Judge: met</source>
   <translation>评审模型：满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Judge: not met</source>
   <translation>评审模型：不满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>Judge: {name}</source>
   <translation>评审模型：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_list.py" />
   <source>Judge: {said}</source>
   <translation>评审模型：{said}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Judged</source>
   <translation>评判时</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Judges</source>
   <translation>评审模型</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Judges are asked again under the new words; experts are not, so say what changed.</source>
   <translation>评审模型将按新准则重新评判，专家则不会，因此请说明修改了什么。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/showing.py" />
   <source>Judges are not shown all of it: {why}.</source>
   <translation>未完整展示给评审模型：{why}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>Judges compared</source>
   <translation>评审模型比较</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Judge’s error… (E)</source>
   <translation>评审模型有误… (E)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Judging</source>
   <translation>评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Judging is blind</source>
   <translation>评判为盲评</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>Judging is blind: the judge’s verdicts are shown once you have handed your sheet in.</source>
   <translation>评判为盲评：您提交评判表后，才会显示评审模型的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Judging queue</source>
   <translation>待评判的回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Judgment</source>
   <translation>评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Judgments</source>
   <translation>评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Judgments and verdicts, one a row, with the experts’ ids: for your own analyses.</source>
   <translation>评判和判定，每行一条，含专家 ID，供您自行分析。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Keep</source>
   <translation>保存</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Keep mine</source>
   <translation>保留我方</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_view.py" />
   <source>Keep mine (1)</source>
   <translation>保留我方 (1)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>Keep mine for all</source>
   <translation>全部保留我方</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Keep the cause</source>
   <translation>保留原因</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Keep the causes of disagreements, though something has changed since.</source>
   <translation>保留分歧的原因，尽管此后有所变化。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Keep the key</source>
   <translation>保存密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Keep what a drafter proposed, in place of what was still open of an earlier draft.</source>
   <translation>保存起草者的建议，取代先前草稿中尚未处理的建议。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Keeping the key</source>
   <translation>正在保存密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Kendall’s τ-b</source>
   <translation>Kendall τ-b</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Key</source>
   <translation>缓存键</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Key {masked}</source>
   <translation>密钥 {masked}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Keys are kept in the system's keyring, never in a project. A test sends one short question and nothing of a project; it costs a fraction of a cent.</source>
   <translation>密钥保存在系统密钥环中，绝不写入项目。测试仅发送一个简短问题，不含项目内容，费用不到一美分。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Krippendorff’s α</source>
   <translation>Krippendorff’s α</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Krippendorff’s α of all experts on squared differences of values.</source>
   <translation>所有专家的 Krippendorff α，按数值差的平方计。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Krippendorff’s α of all experts on the order of values.</source>
   <translation>所有专家的 Krippendorff α，按数值的次序计。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Krippendorff’s α of judge and experts on squared differences of values.</source>
   <translation>评判者与专家的 Krippendorff α，按数值差的平方计。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Language</source>
   <translation>语言</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Language of the prompt</source>
   <translation>提示词语言</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Language of the task</source>
   <translation>任务的语言</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Language: {name}</source>
   <translation>语言：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Lapsed: {what}.</source>
   <translation>已失效：{what}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Larger text</source>
   <translation>放大文字</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Last published {when}; {steps}.</source>
   <translation>上次发布类似内容：{when}；{steps}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Lead</source>
   <translation>负责人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Leaderboard</source>
   <translation>排行榜</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Leads send assignments. Open one that you received here.</source>
   <translation>由负责人发送分配。请在此打开您收到的分配。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Leave it as it was</source>
   <translation>放弃修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Leave out the tick above to count judgments that nobody has confirmed yet.</source>
   <translation>取消上方的勾选，即可计入尚未确认的评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Leniency</source>
   <translation>宽松度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>Leniency by group</source>
   <translation>各组宽松度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Leniency in per cent</source>
   <translation>宽松度（%）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>Let it go on</source>
   <translation>继续运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Licence</source>
   <translation>许可协议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Light</source>
   <translation>浅色</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Like: {text} (φ {phi})</source>
   <translation>近似：{text}（φ {phi}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Limits</source>
   <translation>限额</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Line {n}</source>
   <translation>第{n}行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Long table</source>
   <translation>长表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/page.py" />
   <source>Look</source>
   <translation>外观</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Look around in it as</source>
   <translation>以此角色浏览：</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/filters.py" />
   <source>Look in briefs, rubrics, responses and remarks too</source>
   <translation>同时查找任务书、评分细则、回答和意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Look through every text</source>
   <translation>检查全部文本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/looking.py" />
   <source>Looking through every text</source>
   <translation>正在检查全部文本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Looking through every text…</source>
   <translation>正在检查全部文本…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Low</source>
   <translation>下限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/spread.py" />
   <source>Lower quartile</source>
   <translation>下四分位</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/spread.py" />
   <source>Lowest</source>
   <translation>最低</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Lowest value</source>
   <translation>最低值</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>MAD</source>
   <translation>MAD</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>MAE</source>
   <translation>MAE</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>MCC</source>
   <translation>MCC</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Macro-F1</source>
   <translation>宏平均 F1</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>Made</source>
   <translation>签发时间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>Made by</source>
   <translation>签发者</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Made on an earlier text: “{line}”</source>
   <translation>所针对的原文：“{line}”</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Majority class</source>
   <translation>多数类</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Make a gold form the anchor of its task, in place of the one by rule.</source>
   <translation>将一份金标准评判表设为任务的锚例，取代按规则确定的锚例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Make a system the baseline, which experts judge first; before either is judged.</source>
   <translation>将系统设为基线，专家先评判基线；须在新旧基线被评判之前进行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Make another person the author of a task; for leads.</source>
   <translation>将任务的作者改为另一人；由负责人进行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Make it the anchor</source>
   <translation>设为锚例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Make the form the anchor of its task, as the judge needs this example.</source>
   <translation>将该评判表设为任务的锚例，因为评审模型需要这个示例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>Mark</source>
   <translation>标记</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/sheet.py" />
   <source>Mark a passage in the response first.</source>
   <translation>请先在回答中选中一段文字。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Mark as read (A)</source>
   <translation>标为已读 (A)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Mark the line as read, and go to the next unread one</source>
   <translation>将此行标为已读，并转到下一条未读</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Marked</source>
   <translation>有标记</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/page.py" />
   <source>Match system theme</source>
   <translation>跟随系统：白天浅色，夜间深色（系统支持时）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Match the system</source>
   <translation>浅色或深色跟随系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Matthews’ correlation</source>
   <translation>Matthews 相关系数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Max concurrent calls</source>
   <translation>并发调用</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>McNemar, on these tasks only</source>
   <translation>McNemar（仅限这些任务）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/tasks.py" />
   <source>Mean</source>
   <translation>均值</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Mean absolute difference</source>
   <translation>平均绝对差</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Mean absolute error</source>
   <translation>平均绝对误差</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Mean absolute error of always giving the median of the experts’ values.</source>
   <translation>始终给出专家数值中位数时的平均绝对误差。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Mean of sensitivity and specificity.</source>
   <translation>灵敏度与特异度的平均值。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Mean of the F1 of met and that of not met, so that the rarer one counts as much.</source>
   <translation>“满足”与“不满足”两个 F1 的平均值，较少见的判定权重相同。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Mean of the judge’s values less that of the experts’, in scale units.</source>
   <translation>评判者数值的均值减去专家的均值，以量表单位计。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>Mean of the others</source>
   <translation>其他系统均值</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Mean of the tasks’ own CDR, so that a task with many responses counts no more.</source>
   <translation>各任务 CDR 的平均值，回答较多的任务权重不变。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>Mean score over the tasks of each, the largest difference first.</source>
   <translation>各自任务的平均评分，差值最大的在前。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/heatmaps.py" />
   <source>Mean score over the tasks, per cent of points. A cell opens the tasks behind it.</source>
   <translation>各任务的平均评分（占总分 %）。点击单元格可查看相应任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Mean score over {tasks}, percent of points. 95% intervals over tasks. Click a row or cell for details.</source>
   <translation>{tasks}的平均评分（占总分 %）。95% 区间按任务计算。点击行可查看系统，点击单元格可查看相应任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Mean score {mean} over {n} responses, 95 % interval {span}; scores from {lowest} to {highest} of the scale.</source>
   <translation>{n} 个回答的平均得分 {mean}，95 % 区间 {span}；得分位于量表的 {lowest} 至 {highest}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Meanwhile somebody else has saved version {n}.</source>
   <translation>在此期间，他人已保存第{n}版。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/spread.py" />
   <source>Median</source>
   <translation>中位数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Medium</source>
   <translation>中等</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>Merge</source>
   <translation>合并</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Merge checkpoints</source>
   <translation>合并检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Merge checkpoints into the first of them; their comments move to it.</source>
   <translation>将检查点合并到第一个；它们的评论一并移入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>Message</source>
   <translation>留言</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Message (optional)</source>
   <translation>留言（可选）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Met</source>
   <translation>满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Met by {met} of {n} responses: {share}, 95 % interval {span}.</source>
   <translation>{n}个回答中{met}个满足：{share}，95% 置信区间 {span}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>Met in {n} of {total} trials</source>
   <translation>{total}次试验中{n}次为满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/rating_words.py" />
   <source>Met or not met</source>
   <translation>满足或不满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Met or not met, a gate, or a scale.</source>
   <translation>满足或不满足、门槛或量表。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Met rate of the judge less that of the experts, in points.</source>
   <translation>评审模型与专家判“满足”的比例之差（百分点）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_view.py" />
   <source>Mine</source>
   <translation>我方</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Minimum</source>
   <translation>最低要求</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/rating_words.py" />
   <source>Minimum {value}: below it the task is failed</source>
   <translation>最低要求 {value}：低于该值则任务不通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Missing before you can submit:</source>
   <translation>提交前还须补齐：</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Mode</source>
   <translation>模式</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Model</source>
   <translation>模型</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Model prompt preview</source>
   <translation>模型收到的内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Models are not shown all of it: {why}.</source>
   <translation>未完整展示给模型：{why}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>More</source>
   <translation>更多</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>More limits</source>
   <translation>更多限制</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>More settings of the judge</source>
   <translation>评审模型的更多设置</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Move checkpoints</source>
   <translation>移动检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Move checkpoints to another place, in the order they have.</source>
   <translation>将检查点按原有顺序移到另一位置。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Move down</source>
   <translation>下移</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Move up</source>
   <translation>上移</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>My tasks</source>
   <translation>我的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>Name</source>
   <translation>名称</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Name a model to see what a draft will cost.</source>
   <translation>填写模型名称即可查看起草费用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Name an error of the expert as the cause; an adjudicator decides on the judgment again.</source>
   <translation>指明原因是专家的错误；由资深专家重新裁定该评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Name of the subset</source>
   <translation>子集名称</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Name the cause</source>
   <translation>指明原因</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Name the cause of disagreements, in place of one named before.</source>
   <translation>指明分歧的原因，取代先前指明的原因。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Name the checkpoint as the cause, and reopen its rubric, so that its author can change it.</source>
   <translation>指明原因在检查点，并重新打开其评分细则，以便作者修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/describing.py" />
   <source>Name, licence and citation</source>
   <translation>名称、许可协议与引用</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Names can be added, not changed: tasks and checkpoints carry them.</source>
   <translation>名称可以添加，但不能修改：任务和检查点正在使用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Needs no key and no network, costs nothing, and gives the same verdicts every time. It is not a language model; it is a baseline for paid judges.</source>
   <translation>无需密钥和网络，不产生费用，每次结果相同。它不是语言模型，而是付费评审模型至少应当超过的下限。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Neither side could know how such a case is graded. The grading policy opens next, with the case beside it.</source>
   <translation>双方均无从得知此类情形如何评分。接下来会打开评分准则，并在旁边显示此案例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Never and always met from {extremes} responses on. Discrimination is a point-biserial correlation with the rest of the rubric from {least} responses on, flagged below p = {p}. Redundant: φ of at least {phi} over at least {both} responses, each checkpoint met and not met by {minority} of them or more.</source>
   <translation>“从未满足”和“总是满足”须至少{extremes}个回答。区分度为与评分细则其余部分的点二列相关，须至少{least}个回答，p 小于 {p} 时标记。“冗余”：在至少{both}个回答上 φ 不低于 {phi}，且每个检查点满足与不满足的回答各不少于{minority}个。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Never met</source>
   <translation>从未满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>New project</source>
   <translation>新建项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>New project…</source>
   <translation>新建项目…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>New remark</source>
   <translation>新意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>New run</source>
   <translation>新建运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>New seed</source>
   <translation>换一个种子</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Next brief</source>
   <translation>下一份任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/page.py" />
   <source>Next case</source>
   <translation>下一个案例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Next checkpoint</source>
   <translation>下一个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Next line</source>
   <translation>下一行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Next line with an open remark</source>
   <translation>下一个有未解决意见的行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Next part</source>
   <translation>下一部分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/reading_pane.py" />
   <source>Next place</source>
   <translation>下一处</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/next_steps.py" />
   <source>Next response</source>
   <translation>下一个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Next review ({keys})</source>
   <translation>下一个评审（{keys}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Next rubric that waits for my review</source>
   <translation>下一份待我评审的评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/next_steps.py" />
   <source>Next sheet</source>
   <translation>下一份评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Next undecided checkpoint</source>
   <translation>下一个未完成的检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>No</source>
   <translation>否</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>No action answers this filter</source>
   <translation>没有符合筛选条件的操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>No automatic fix here.</source>
   <translation>此处没有可用快捷键修正的内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>No certificate of this judge yet</source>
   <translation>此评审模型尚无证书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>No change requests open.</source>
   <translation>没有要求修改的未解决意见。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>No checkpoint is as a draft proposed it.</source>
   <translation>没有检查点仍保持草稿原样。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>No checkpoint yet</source>
   <translation>尚无检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>No confirmed judgments on what the judges have scored</source>
   <translation>评审模型评过分的回答尚无已确认的评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/importing.py" />
   <source>No conflict is selected.</source>
   <translation>未选中任何冲突。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>No expert has judged this checkpoint.</source>
   <translation>没有专家评判过此检查点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>No hold-out split</source>
   <translation>没有保留任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>No judge has judged this response</source>
   <translation>没有评审模型评判过此回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>No key</source>
   <translation>无密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>No licence is named: without one, nobody who gets this bundle may use it.</source>
   <translation>未指明许可协议：没有许可协议，获得此数据包的人便无权使用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/palette.py" />
   <source>No matches.</source>
   <translation>没有匹配的结果。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>No name of a person, no address and no key was found.</source>
   <translation>未发现人名、地址或密钥。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>No open finding.</source>
   <translation>没有未处理的提示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>No other person has a role for this ({roles}). Add one under People.</source>
   <translation>没有其他人具备所需角色（{roles}）。请在“人员”页面添加。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/next_steps.py" />
   <source>No other response waits for your judgment.</source>
   <translation>没有其他回答等您评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>No other rubric waits for your review.</source>
   <translation>没有其他待您评审的评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/next_steps.py" />
   <source>No other sheet waits for you.</source>
   <translation>没有其他评判表等您处理。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>No program was found for {path}.</source>
   <translation>没有可打开 {path} 的程序。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>No rationale was written.</source>
   <translation>未写理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>No recent projects.</source>
   <translation>尚无。您打开的项目下次会显示在此处。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>No remark yet.</source>
   <translation>尚无意见。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/remarks_panel.py" />
   <source>No remark yet. Reviewers' remarks stand here, each next to its line.</source>
   <translation>尚无意见。评审人的意见会显示在此处，并标明对应的行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>No response meets it: too hard, wrong, or not asked for by the task.</source>
   <translation>没有回答满足：过难、有误或任务未作要求。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>No response yet</source>
   <translation>尚无回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>No results. Try fewer words or more sources.</source>
   <translation>请更换或减少关键词，或多勾选几项。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/page.py" />
   <source>No run that goes on is chosen.</source>
   <translation>未选择正在进行的运行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/page.py" />
   <source>No run yet</source>
   <translation>尚无运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>No sheet that you may see.</source>
   <translation>没有您可查看的评判表。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>No sheet waits to be confirmed</source>
   <translation>没有待确认的评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>No shortcut</source>
   <translation>清除快捷键</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>No step answers this filter</source>
   <translation>没有符合筛选条件的操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>No subset has been drawn yet</source>
   <translation>尚未抽取子集</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>No system has a usable verdict on every checkpoint of every task yet.</source>
   <translation>尚无系统在每个任务的每个检查点上都有有效判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>No task here</source>
   <translation>此处没有任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>No task is ready to be drawn: rubrics are written, reviewed and checked first.</source>
   <translation>没有可抽取的任务：评分细则须先完成撰写、评审和抽查。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>No task matches this filter</source>
   <translation>没有符合筛选条件的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/heatmaps.py" />
   <source>No task or checkpoint says to which of these it belongs.</source>
   <translation>没有任务或检查点标明所属的此类项目。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>No two confirmed judgments on the same</source>
   <translation>没有可比较的已确认评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>No two experts have judged the same response yet</source>
   <translation>尚无两位专家评判过同一回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>No two experts have judged the same, so how far they agree among themselves is not known.</source>
   <translation>没有两位专家评判过相同的内容，因此专家之间的一致程度未知。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>No two responses to the same task have been judged by both, so their order cannot be compared.</source>
   <translation>同一任务没有两个双方都评判过的回答，因此无法比较排序。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>No verdict is open</source>
   <translation>未打开判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Nobody answers this filter</source>
   <translation>没有符合筛选条件的人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Nobody decides on their own qualification; it takes another lead.</source>
   <translation>不能决定本人的资格，须由另一位负责人决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Nobody decides on their own work: other experts review it, judge blind and confirm.</source>
   <translation>任何人都不对自己的工作作决定：由其他专家评审、盲评并确认。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Nobody has decided yet. This project does not ask for it.</source>
   <translation>尚未决定。此项目不要求资格。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Nobody has looked yet for names, addresses and keys in the texts that go out.</source>
   <translation>尚未在将要发出的文本中查找人名、地址和密钥。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Nobody has reviewed it yet.</source>
   <translation>尚无人评审。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/page.py" />
   <source>Nobody in this project can decide on this brief: it takes a lead, or a senior expert of its domain, who did not write it. Add one on the People page, or make this a solo project on the Project page.</source>
   <translation>本项目中无人能对此任务书作决定：须由负责人或本领域的资深专家作决定，且不能是其作者。请在“人员”页添加此类人员，或在“项目”页将本项目改为独自项目。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/page.py" />
   <source>Nobody in this project can do this spot check: it takes a senior expert of its domain who neither wrote nor reviewed it. Add one on the People page, or make this a solo project on the Project page.</source>
   <translation>本项目中无人能进行此次抽查：须由既未编写也未评审过它的本领域资深专家进行。请在“人员”页添加此类人员，或在“项目”页将本项目改为独自项目。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Nobody in this project can review it: it takes a reviewer of its domain.</source>
   <translation>本项目中无人能评审：须有本领域的评审人。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/page.py" />
   <source>Nobody in this project can review this rubric: it takes a reviewer of its domain who did not write it. Add one on the People page, or make this a solo project on the Project page.</source>
   <translation>本项目中无人能评审此评分细则：须由本领域的评审人评审，且不能是其作者。请在“人员”页添加此类人员，或在“项目”页将本项目改为独自项目。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Nobody is in this project, and it is open for reading only. Copy it to a folder that you may write to and open the copy.</source>
   <translation>此项目中没有人员，且以只读方式打开。请将其复制到可写入的文件夹，再打开副本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>None came.</source>
   <translation>未收到答复。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/scope_part.py" />
   <source>None selected = all systems</source>
   <translation>未勾选即为全部。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>None.</source>
   <translation>无。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Not a part of the scale.</source>
   <translation>不是量表的一部分。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Not a value of the scale.</source>
   <translation>不是量表上的数值。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/model.py" />
   <source>Not admitted</source>
   <translation>未获准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Not aligned: no confirmed judgments on what it has judged</source>
   <translation>未对齐：其评判的内容尚无已确认的评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Not asked</source>
   <translation>未询问</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>Not certified</source>
   <translation>未签发证书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/model.py" />
   <source>Not decided</source>
   <translation>未决定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Not estimated</source>
   <translation>未估计</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>Not everything is saved yet</source>
   <translation>尚未全部保存</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Not found in the response</source>
   <translation>回答中未找到</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Not found in the response: {quote}</source>
   <translation>回答中未找到：{quote}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Not met</source>
   <translation>不满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Not passed</source>
   <translation>未通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Not ranked</source>
   <translation>未排名</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>Not ranked: {why}</source>
   <translation>未排名：{why}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Not recorded yet: decide to record it.</source>
   <translation>尚未登记：作出决定即可登记。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_model.py" />
   <source>Not settled</source>
   <translation>待处理</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>Not used: {names}</source>
   <translation>未使用：{names}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Not yet qualified: cannot write, review or judge.</source>
   <translation>尚未决定。在此之前，此人不能撰写、评审或评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Note</source>
   <translation>备注</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Note (needed unless it passes)</source>
   <translation>备注（未通过时必填）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Note on a checkpoint</source>
   <translation>检查点的备注</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Note on a judgment of response {label}</source>
   <translation>回答 {label} 的评判备注</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Note on the checkpoint</source>
   <translation>检查点的备注</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Note: {note}</source>
   <translation>备注：{note}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Notes</source>
   <translation>备注</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Nothing available on this page</source>
   <translation>此页面没有可用操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>Nothing carries this mark, so there are no groups.</source>
   <translation>没有数据带有此属性，因此无法分组。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Nothing found</source>
   <translation>未找到结果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Nothing has been scored yet</source>
   <translation>尚未为任何回答评分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Nothing has happened yet.</source>
   <translation>尚无动态。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>Nothing here</source>
   <translation>此处没有内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Nothing in the outbox: all changes are in the project.</source>
   <translation>待发内容为空：所有更改都已在项目中。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Nothing is ticked</source>
   <translation>未勾选任何项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>Nothing matches this filter</source>
   <translation>没有符合筛选条件的内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/shell.py" />
   <source>Nothing of it is lost while this window stays open.</source>
   <translation>只要此窗口不关闭，就不会丢失。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Nothing of {n} held-out task is exported but its hash and its category.</source>
   <translation>{n} 个保留任务除哈希和类别外，任何内容都不导出。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Nothing of {n} held-out task is exported.</source>
   <translation>{n} 个保留任务的任何内容都不导出。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Nothing of {n} held-out tasks is exported but their hashes, their categories, and mean scores of five tasks or more.</source>
   <translation>{n} 个保留任务除哈希、类别以及不少于五个任务的平均分外，任何内容都不导出。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Nothing of {n} held-out tasks is exported.</source>
   <translation>{n} 个保留任务的任何内容都不导出。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>Nothing published yet</source>
   <translation>尚未发布任何内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Nothing stands out for sure. Lowest is {by} “{name}”, κ {kappa} on {n} answers, {less} below everything else ({span}); among {compared} comparisons chance explains that ({p}).</source>
   <translation>没有显著的薄弱之处。最低的是{by}“{name}”，{n}项判定的 κ 为 {kappa}，比其余低 {less}（{span}）；在{compared}次比较中，可用偶然解释（{p}）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Nothing to fix. The linter finds no fault with this rubric.</source>
   <translation>无需修正。自动检查未发现此评分细则有问题。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>Nothing to import: everything is here already, or is not decided or refused.</source>
   <translation>没有可导入的内容：各项均已存在、尚未决定或被拒绝。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Nothing to judge</source>
   <translation>没有可评判的内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Nothing to review yet</source>
   <translation>尚无可评审的内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Nothing to show</source>
   <translation>没有可显示的内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Nothing usable came back.</source>
   <translation>返回内容无法使用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Nothing was changed</source>
   <translation>没有更改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/importing.py" />
   <source>Nothing was changed.</source>
   <translation>未作任何更改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>Nothing was done in the project since</source>
   <translation>此后项目无操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/looking.py" />
   <source>Nothing was looked through.</source>
   <translation>尚未检查任何文本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>Nothing yet</source>
   <translation>尚无内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Nothing.</source>
   <translation>无。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Now</source>
   <translation>现在</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>Of them {n} are open still; the others were decided since.</source>
   <translation>其中{n}条仍未解决；其余此后已判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>On everything that is asked for, the judge answers as the experts do.</source>
   <translation>在所选范围内，评审模型的判定与专家完全一致。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>On everything that two have judged, they agree.</source>
   <translation>凡由两位专家评判的检查点，判定均一致。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>On line {n}</source>
   <translation>针对第{n}行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>On other lines</source>
   <translation>针对其他行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/remarks_panel.py" />
   <source>On other lines and the whole rubric</source>
   <translation>针对其他内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>On the diagonal both give the same score.</source>
   <translation>对角线上两者评分相同。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>On the rubric as a whole</source>
   <translation>针对整份评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>On these tasks only: of {n} shared checkpoints {first} alone is right on {one}, {second} alone on {two} (exact McNemar, {p} corrected).</source>
   <translation>仅就这些任务而言：{n}个共有检查点中，仅{first}正确的有{one}个，仅{second}正确的有{two}个（McNemar 精确检验，校正后 {p}）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/remarks_panel.py" />
   <source>On this line</source>
   <translation>针对此行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>On {n} of the shared tasks verdicts of one of them are missing.</source>
   <translation>共同任务中有{n}个缺少其中一方的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Once its text is changed, {judgments} judgments and {verdicts} verdicts on this line no longer count: experts decide it again, and the next run asks for it alone.</source>
   <translation>文本一经修改，此检查点的{judgments}条评判和{verdicts}条判定不再计入：须由专家重新判定，下次运行也只询问此检查点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>One a line. Those there are stay as they are.</source>
   <translation>每行一个。已有的名称保持不变。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>One file (.zip)</source>
   <translation>单个文件 (.zip)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>One of the numbers is none. Correct it, or leave it empty.</source>
   <translation>有一项不是有效数字。请更正或留空。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/line_editor.py" />
   <source>One requirement that a response meets or does not</source>
   <translation>一项回答要么满足、要么不满足的要求</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>One sheet</source>
   <translation>单张评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_view.py" />
   <source>One side removed this, the other changed it.</source>
   <translation>一方已删除，另一方作了修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>One task a line with its rubric, as HealthBench has them.</source>
   <translation>每行一个任务及其评分标准，与 HealthBench 的格式相同。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Only authors write tasks. A lead can give you that role on the People page.</source>
   <translation>只有作者可以撰写任务。负责人可在“人员”页面授予您该角色。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Only for a compatible server.</source>
   <translation>仅用于兼容服务器。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>Only leads publish</source>
   <translation>只有负责人可以发布</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/page.py" />
   <source>Only leads start runs.</source>
   <translation>只有负责人可以启动运行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Only people who have passed it take part.</source>
   <translation>仅取得资格的人员可以参与。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Only the beginning is shown here: {n} of {total} characters.</source>
   <translation>此处仅显示开头部分：{total}个字符中的{n}个。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Only what was shown can be confirmed together.</source>
   <translation>只有已显示过的判定才能一并确认。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/scope_part.py" />
   <source>Only {n} chosen response.</source>
   <translation>仅限所选的{n}个回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/scope_part.py" />
   <source>Only {n} chosen responses.</source>
   <translation>仅限所选的{n}个回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>Only {part}</source>
   <translation>仅限{part}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/importing.py" />
   <source>Open</source>
   <translation>打开</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Open a case first.</source>
   <translation>请先打开一个案例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Open a form on a response, or reopen one that an edit has made stale.</source>
   <translation>打开对回答的评判表，或重新打开因编辑而失效的评判表。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Open a response first.</source>
   <translation>请先打开一个回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Open a sheet first.</source>
   <translation>请先打开一张评判表。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Open a task first.</source>
   <translation>请先打开一个任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>Open a verdict first.</source>
   <translation>请先打开一条判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>Open again</source>
   <translation>重新打开</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/next_steps.py" />
   <source>Open alignment</source>
   <translation>打开一致性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Open an assignment (.xassignment) or import a submission (.xsubmission).</source>
   <translation>打开分配（.xassignment）或导入提交（.xsubmission）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Open an assignment or submission</source>
   <translation>打开分配或提交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Open an assignment or submission…</source>
   <translation>打开分配或提交…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Open an assignment…</source>
   <translation>打开分配…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Open assignment</source>
   <translation>打开分配</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>Open for reading only</source>
   <translation>以只读方式打开</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Open form</source>
   <translation>打开标注表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Open in the rubric</source>
   <translation>在评分细则中打开</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Open it again</source>
   <translation>重新打开</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Open or import…</source>
   <translation>打开或导入…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Open packet</source>
   <translation>打开工作包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Open project</source>
   <translation>打开项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Open project…</source>
   <translation>打开项目…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Open results</source>
   <translation>打开结果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Open the rubric</source>
   <translation>打开评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Open the sample project</source>
   <translation>打开示例项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Open the sheet</source>
   <translation>打开评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Open the task</source>
   <translation>打开任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Open the verdict</source>
   <translation>打开判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Open the work</source>
   <translation>打开工作页面</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Open this file in the other place.</source>
   <translation>请在另一处打开此文件。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Open {file}</source>
   <translation>打开{file}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/exchange_files.py" />
   <source>Open {project}</source>
   <translation>打开“{project}”</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/judge/providers/registry.py" />
   <source>OpenAI</source>
   <translation>OpenAI</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/judge/providers/registry.py" />
   <source>OpenAI-compatible server</source>
   <translation>OpenAI 兼容服务器</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/exchange_files.py" />
   <source>Opening {file}</source>
   <translation>正在打开 {file}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Opens the form with everything as in this run.</source>
   <translation>打开表单，并填入此运行的全部设置。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Optional</source>
   <translation>可选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Or drop images, PDF, Office or text files here.</source>
   <translation>也可将图片、PDF、Office 或文本文件拖放到此处。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Ordinal α</source>
   <translation>次序 α</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Other</source>
   <translation>其他</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>Other states of the queue hold some; the numbers above say how many.</source>
   <translation>其他状态下仍有内容；数量见上方。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Out of budget</source>
   <translation>预算用尽</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Outcome</source>
   <translation>结果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_model.py" />
   <source>Outdated</source>
   <translation>已过时</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items_model.py" />
   <source>Output</source>
   <translation>输出</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Output tokens</source>
   <translation>输出 token</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Output tokens at most</source>
   <translation>输出 token 上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>Over time</source>
   <translation>变化</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Over which tasks</source>
   <translation>任务范围</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>Over {tasks} that both have a score on, {second} stands at {score}, {first} at {other}: {difference} points</source>
   <translation>在双方均有评分的{tasks}上，{second}为 {score}，{first}为 {other}：相差 {difference} 分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Overall</source>
   <translation>总体</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Overridden</source>
   <translation>已推翻</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>Overridden by a senior expert: gold</source>
   <translation>资深专家已改判：金标准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Override</source>
   <translation>改判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Override a judgment of another expert; the note says why.</source>
   <translation>改判另一位专家的评判；备注说明理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Override judgment</source>
   <translation>改判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Override: {verdict}</source>
   <translation>改判为：{verdict}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Override… (O)</source>
   <translation>改判… (O)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>Overview</source>
   <translation>概览</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/writing.py" />
   <source>Overwrite</source>
   <translation>替换已有内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>P(agree)</source>
   <translation>P(一致)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>P(disagree)</source>
   <translation>P(不一致)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>P(tied)</source>
   <translation>P(平局)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>PDF</source>
   <translation>PDF</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>PDF (.pdf)</source>
   <translation>PDF (.pdf)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>Pace</source>
   <translation>速度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Pairs</source>
   <translation>回答对</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Pairs in the experts’ order</source>
   <translation>与专家顺序相同的回答对</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Pairs in the opposite order</source>
   <translation>顺序相反的回答对</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/pairs_panel.py" />
   <source>Pairs of responses</source>
   <translation>回答对</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Pairs of responses in the experts’ order, tied, and in the opposite order</source>
   <translation>与专家顺序相同、同分及顺序相反的回答对</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Pairs that one or both tie</source>
   <translation>一方或双方同分的回答对</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>Parameters</source>
   <translation>参数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Partly done</source>
   <translation>部分完成</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Parts of the results</source>
   <translation>结果的各部分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/page.py" />
   <source>Parts of the settings</source>
   <translation>设置分类</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/importing.py" />
   <source>Parts of the submission</source>
   <translation>提交的各部分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/page.py" />
   <source>Parts of the task</source>
   <translation>任务的各部分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Pass</source>
   <translation>通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Pass rate</source>
   <translation>通过率</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Passed</source>
   <translation>已通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Paste</source>
   <translation>粘贴</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Paste a key</source>
   <translation>粘贴密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Paste checkpoints from a table</source>
   <translation>从表格粘贴检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Paste image</source>
   <translation>粘贴图像</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Pause</source>
   <translation>暂停</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/page.py" />
   <source>Pause the run, or let it go on</source>
   <translation>暂停或恢复运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Paused</source>
   <translation>已暂停</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/words.py" />
   <source>Pausing…</source>
   <translation>正在暂停…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>People</source>
   <translation>人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>People go out with names, credentials and everything they wrote.</source>
   <translation>包含人员的姓名、资历及其撰写的全部内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>People stay here: names and credentials are left out, ids become pseudonyms that stay the same.</source>
   <translation>不含人员信息：略去姓名和资历，ID 替换为固定的化名。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Permanently undone</source>
   <translation>已永久撤销</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>Person</source>
   <translation>人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Person: {name}</source>
   <translation>人员：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/saving_files.py" />
   <source>Picture (*.png)</source>
   <translation>图片 (*.png)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Please report it with the file {path}; it holds no content and no key.</source>
   <translation>请附上文件 {path} 报告此问题；该文件不含项目内容，也不含密钥。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Points of “met” more (right) or fewer (left, hatched) than the experts</source>
   <translation>判“满足”比专家多（右）或少（左，斜线）的百分点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Poorer responses meet it more often than better ones.</source>
   <translation>较差的回答反而更常满足。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Positive discrimination</source>
   <translation>较好的回答比较差的回答更常满足。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>PowerPoint presentation</source>
   <translation>PowerPoint 演示文稿</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Precision</source>
   <translation>精确率</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Preparing the embedded judge</source>
   <translation>正在准备内置评审模型</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Press again to clear the decision.</source>
   <translation>再按一次即取消判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Press the new keys</source>
   <translation>请按新的按键</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Press the new keys; Escape leaves the old ones.</source>
   <translation>请按新的按键；按 Escape 保留原按键。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Previous checkpoint</source>
   <translation>上一个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Previous line</source>
   <translation>上一行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Previous part</source>
   <translation>上一部分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/reading_pane.py" />
   <source>Previous place</source>
   <translation>上一处</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>Previous response</source>
   <translation>上一个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Private bundle</source>
   <translation>内部数据包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Private notes, reviews and remarks stay here.</source>
   <translation>不含内部备注、评审和意见。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items_model.py" />
   <source>Problem</source>
   <translation>问题</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items_model.py" />
   <source>Problem or marks</source>
   <translation>问题或标记</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/writing.py" />
   <source>Progress</source>
   <translation>进度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Project</source>
   <translation>项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Project status</source>
   <translation>项目进度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Projects (*.xpert)</source>
   <translation>项目 (*.xpert)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Projects and assignments (*.xpert *.xassignment)</source>
   <translation>项目与分配文件 (*.xpert *.xassignment)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Prompt</source>
   <translation>提示词</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Prompt and attachments are sent to the provider. The reference answer and the rubric are not.</source>
   <translation>提示词和附件会发送给服务商；参考答案和评分细则不会发送。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Prompt and attachments as they are now.</source>
   <translation>当前的提示词和附件。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/material.py" />
   <source>Prompt and reference answer</source>
   <translation>提示词和参考答案</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Prompt in</source>
   <translation>提示词语言</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Proposed checkpoint</source>
   <translation>建议的检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Provider</source>
   <translation>服务商</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Provider, model, mode, parameters, settings and prompt.</source>
   <translation>服务商、模型、模式、参数、设置和提示词。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/page.py" />
   <source>Providers</source>
   <translation>服务商</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Public bundle</source>
   <translation>公开数据包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Publish</source>
   <translation>发布</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>Publish anyway</source>
   <translation>仍然发布</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Publish it…</source>
   <translation>发布…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>Publish texts that may hold keys?</source>
   <translation>发布可能含有密钥的文本？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>Publishing {name}</source>
   <translation>正在发布 {name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>Purpose</source>
   <translation>用途</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Qualification</source>
   <translation>资格</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Qualification is required</source>
   <translation>须取得资格</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/model.py" />
   <source>Qualified</source>
   <translation>已取得资格</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Quit</source>
   <translation>退出</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/detail.py" />
   <source>Quote selection (E)</source>
   <translation>添加选中的段落 (E)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Quotes</source>
   <translation>引文</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Random anchors</source>
   <translation>锚例种子</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Rank</source>
   <translation>名次</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>Rank agreement</source>
   <translation>对回答的排序是否与专家相同？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Rank correlation of scores by judge and experts, corrected for ties.</source>
   <translation>评审模型得分与专家得分的等级相关，已校正平局。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>Rank {n}</source>
   <translation>第{n}名</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Rated by</source>
   <translation>判定来源</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Rationale</source>
   <translation>理由</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/detail.py" />
   <source>Rationale (R to edit, Ctrl+Enter for next)</source>
   <translation>为什么？回答中的哪些内容可以说明？（按 R 填写，按 Ctrl+Enter 继续）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Rationale on response {label}</source>
   <translation>回答 {label} 的评判理由</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/sheet.py" />
   <source>Rationale required</source>
   <translation>尚无理由</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Rationales</source>
   <translation>理由</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>Re-score {n} responses</source>
   <translation>重新询问{n}个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Read every checkpoint first: A marks it and goes to the next one.</source>
   <translation>请先阅读每个检查点：按 A 标记并转到下一个。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Read mark</source>
   <translation>已读标记</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/importing.py" />
   <source>Reading the submission…</source>
   <translation>正在读取提交…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Ready</source>
   <translation>就绪</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Ready to be judged</source>
   <translation>可供评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Real professional work (not an exam question)?</source>
   <translation>是否为您所在专业的实际工作，而非考题？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_model.py" />
   <source>Reason</source>
   <translation>理由</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Reason for the number of checkpoints</source>
   <translation>检查点数量的理由</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Reason for the reviewers</source>
   <translation>给评审人的理由</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Reason: {reason}</source>
   <translation>理由：{reason}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Reasoning effort</source>
   <translation>推理强度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Reasoning tokens</source>
   <translation>推理 token</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Reassign task</source>
   <translation>改派任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Recall</source>
   <translation>召回率</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Recent activity</source>
   <translation>近期动态</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Recent projects</source>
   <translation>最近的项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>Reconfirm</source>
   <translation>仍然成立</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Record</source>
   <translation>记录</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Record examination and trial of a person, and whether they are qualified.</source>
   <translation>登记人员的考核和试评，以及是否具备资格。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Redo</source>
   <translation>重做</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/window.py" />
   <source>Redone: {deed}.</source>
   <translation>已重做：{deed}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Redundant</source>
   <translation>冗余</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Reference answer</source>
   <translation>参考答案</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Refused</source>
   <translation>被拒绝</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Reject all</source>
   <translation>全部舍弃</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Remark</source>
   <translation>意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Remark that asks for a change</source>
   <translation>提出要求修改的意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Remark that only comments</source>
   <translation>提出仅作评论的意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Remarks</source>
   <translation>意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Remove a file from the author's brief.</source>
   <translation>从作者的任务书中移除附件。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Remove a gold subset from the project; its tasks stay as they are.</source>
   <translation>从项目中移除金标准子集；其任务保持不变。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Remove a response that no expert has judged and no judge has scored.</source>
   <translation>移除既没有专家评判、也没有评审模型评分的回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Remove band</source>
   <translation>删除分段</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Remove cap</source>
   <translation>删除上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Remove checkpoints</source>
   <translation>删除检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Remove checkpoints; judgments and verdicts on them are kept, and no longer count.</source>
   <translation>删除检查点；对它们的评判和裁定予以保留，但不再计入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Remove file</source>
   <translation>移除附件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Remove gold subset</source>
   <translation>移除黄金子集</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Remove it</source>
   <translation>删除</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Remove response</source>
   <translation>移除回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Remove the key</source>
   <translation>移除密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>Remove words or filters to see more.</source>
   <translation>减少关键词或勾选项可显示更多任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Remove {file}</source>
   <translation>移除“{file}”</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Removed</source>
   <translation>已删除</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Removed {name}.</source>
   <translation>已删除“{name}”。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Removing the key</source>
   <translation>正在移除密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Reopen</source>
   <translation>重新打开</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Reopen a resolved comment; for reviewers.</source>
   <translation>重新打开已解决的评论；由评审人进行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Reopen an approved rubric, so that its author can change it; for leads.</source>
   <translation>重新打开已批准的评分细则，以便作者修改；由负责人进行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Reopen assignment</source>
   <translation>重新打开分配</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Reopen comment</source>
   <translation>重新打开评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Reopen packet</source>
   <translation>重新打开工作包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Reopen rubric</source>
   <translation>重新打开评分标准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/texts.py" />
   <source>Replace it by what was copied</source>
   <translation>用剪贴板内容替换</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Replies</source>
   <translation>回复</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Replies that this has been dealt with</source>
   <translation>答复称该意见已处理</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Reply</source>
   <translation>回复</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Reply to a comment; for its author, the task's author, reviewers and leads.</source>
   <translation>回复评论；由评论作者、任务作者、评审人和负责人进行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Reply to a remark</source>
   <translation>意见的回复</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Reply to comment</source>
   <translation>回复评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Reply to the remark</source>
   <translation>对意见的回复</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Reply…</source>
   <translation>回复…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Report</source>
   <translation>报告</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Request</source>
   <translation>请求</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Request changes</source>
   <translation>退回</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Requests a minute</source>
   <translation>每分钟请求数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Required</source>
   <translation>必须</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Required deliverables</source>
   <translation>要求的交付成果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Reset all to default</source>
   <translation>全部恢复默认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Resolve</source>
   <translation>解决</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Resolve a comment; for reviewers.</source>
   <translation>解决评论；由评审人进行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Resolve comment</source>
   <translation>解决评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Resolve the remarks on this line</source>
   <translation>解决此行的意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Resolve the remarks that ask for a change first, or send the rubric back.</source>
   <translation>请先解决要求修改的意见，或退回评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/remarks_panel.py" />
   <source>Resolved</source>
   <translation>已解决</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Response</source>
   <translation>回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Response {label}</source>
   <translation>回答 {label}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/showing.py" />
   <source>Response {letter}</source>
   <translation>回答 {letter}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Responses</source>
   <translation>回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Responses appear once the task is ready and a lead adds them. Experts judge tasks of their own domains.</source>
   <translation>任务就绪且负责人添加回答后，回答会显示在此处。专家评判自己领域的任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Responses can be judged.</source>
   <translation>可以评判回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Responses to judge, without the names of the systems.</source>
   <translation>待评判的回答，不含系统名称。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Results</source>
   <translation>结果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Results are for leads</source>
   <translation>结果仅供负责人查看</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Results name systems, so they are hidden until you have judged. As a lead you may unblind yourself: it is recorded, and your later judgments are marked.</source>
   <translation>结果会显示系统名称，因此在您完成评判之前不予显示。作为负责人，您可以自行揭盲：此操作会被记录，您之后的评判会带有标记。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Resume</source>
   <translation>继续</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/page.py" />
   <source>Resume the run, or ask again what failed</source>
   <translation>继续运行，或重试失败项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Resumes; cached verdicts are reused.</source>
   <translation>从停止处继续，不会重复询问。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Retries</source>
   <translation>失败后重试次数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Retries for incomplete replies</source>
   <translation>答复中遗漏或重复作答的检查点，最多询问此次数。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Retry what failed</source>
   <translation>重试失败项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Return</source>
   <translation>退回</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Return a brief to its author with a reason.</source>
   <translation>说明理由并将任务书退回作者。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Return brief</source>
   <translation>退回任务说明</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Returned</source>
   <translation>已退回</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Returned to author.</source>
   <translation>已退回作者。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Returned to its author.</source>
   <translation>已退回作者。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Returned to you</source>
   <translation>退回给您的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Review</source>
   <translation>评审</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Review rubrics</source>
   <translation>评审评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Review the rubric</source>
   <translation>评审评分标准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Review {n} rubric</source>
   <translation>评审{n}份评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Review {n} rubrics</source>
   <translation>评审{n}份评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Reviewer</source>
   <translation>评审人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Reviewers</source>
   <translation>评审人数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Reviewers who approve a rubric</source>
   <translation>批准评分细则所需的评审人数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Reviews</source>
   <translation>评审</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Revision {n}</source>
   <translation>修订版{n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>Right: the judge says met more often than the experts; left and hatched: less often.</source>
   <translation>右侧：评审模型判“满足”多于专家；左侧斜线：少于专家。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Role</source>
   <translation>角色</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Role, client, situation.</source>
   <translation>您在工作中的身份、服务对象及所处情境。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Roles</source>
   <translation>角色</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Rows</source>
   <translation>行数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Rubric</source>
   <translation>评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Rubric revisions</source>
   <translation>评分细则修订版</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>Rubric side panel</source>
   <translation>评分细则侧栏</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Rubrics that were drawn for you to check.</source>
   <translation>抽中并由您抽查的评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Rubrics to review</source>
   <translation>待评审的评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Rubrics to review or spot-check, with their briefs and comments.</source>
   <translation>待评审或抽查的评分细则，附任务书和评论。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Rules</source>
   <translation>规则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>Run</source>
   <translation>运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Run again</source>
   <translation>再次运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Running</source>
   <translation>运行中</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Runs</source>
   <translation>运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/page.py" />
   <source>Runs are the lead’s</source>
   <translation>运行由负责人管理</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Runs locally. Free.</source>
   <translation>在本机运行，不发送任何内容，不产生费用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Runs that broke off</source>
   <translation>中断的运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Runs, certificates or imported tasks are only in the earlier file.</source>
   <translation>运行、证书或导入的任务仅在原文件中。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Same band</source>
   <translation>同一分段</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Same in every trial</source>
   <translation>各次相同</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Sample a subset of the ready tasks by a seed, stratified by domain.</source>
   <translation>用随机种子从就绪任务中按领域分层抽取子集。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Sample gold subset</source>
   <translation>抽取黄金子集</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Sample spot checks</source>
   <translation>抽取抽查样本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Sample spot checks among the approved rubrics; all others are ready at once.</source>
   <translation>从已批准的评分细则中抽取抽查样本；其余的立即就绪。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/describing.py" />
   <source>Save</source>
   <translation>保存</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Save as</source>
   <translation>另存为</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>Save assignment…</source>
   <translation>保存分配…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Save submission…</source>
   <translation>保存提交…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/saving_files.py" />
   <source>Save the chart</source>
   <translation>保存图表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/chart_view.py" />
   <source>Save the chart: {title}</source>
   <translation>保存图表：{title}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/chart_view.py" />
   <source>Save the chart…</source>
   <translation>保存图表…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>Save the licence</source>
   <translation>保存许可协议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Save the new file…</source>
   <translation>保存新文件…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Save this view…</source>
   <translation>保存此视图…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/writing.py" />
   <source>Save to</source>
   <translation>保存位置</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Save with a reason…</source>
   <translation>说明理由并保存…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>Saving…</source>
   <translation>正在保存…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>Say what the held-out tasks go without: reference answers, or rubrics.</source>
   <translation>请指明保留任务略去的内容：参考答案或评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>Scale</source>
   <translation>量表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Scale and rules</source>
   <translation>量表与规则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/rating_words.py" />
   <source>Scale {value}</source>
   <translation>量表 {value}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/page.py" />
   <source>Scales the interface.</source>
   <translation>整个界面随之缩放。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>Scope</source>
   <translation>范围</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Score</source>
   <translation>评分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Score by the experts, %</source>
   <translation>专家评分（%）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Score by the experts’ own judgments, for a system of which the judge was shown them.</source>
   <translation>按专家自己的判定所得的评分；仅列出其专家判定曾展示给评审模型的系统。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Score by the judge, %</source>
   <translation>评审模型评分（%）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Score responses</source>
   <translation>为回答评分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Score the responses that experts have judged; how well the judge follows them shows here at once.</source>
   <translation>请为专家评判过的回答评分；评审模型与专家的对齐情况会立即显示在此处。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>Score the same responses with another model, or the same model anchored instead of zero-shot, to see which follows the experts better, and whether that is more than chance.</source>
   <translation>请用另一模型，或将同一模型由零样本改为锚定，为同一批回答评分，即可看出哪个更贴近专家，以及差异是否超出偶然。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>Score what changed</source>
   <translation>重评有变化的内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Score what is missing</source>
   <translation>补齐评分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>Score {low} to {high}</source>
   <translation>评分 {low} 至 {high}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>Score {score} %</source>
   <translation>评分 {score}%</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/spread.py" />
   <source>Score, %</source>
   <translation>评分（%）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>Score, % of points</source>
   <translation>评分（占总分 %）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/tasks.py" />
   <source>Scores in per cent of points; mean, lowest and highest over the systems. A cell opens what was decided on that response.</source>
   <translation>得分为所得分值的百分比；均值、最低和最高均就各系统而言。点击单元格可打开对该回答的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/spread.py" />
   <source>Scores of one system in tenths</source>
   <translation>单个系统的评分（每 10% 一段）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Scores of responses by the judge against those by the experts</source>
   <translation>评审模型与专家对回答的评分对照</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Scores of the systems with 95 % intervals</source>
   <translation>各系统的评分及 95% 置信区间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/spread.py" />
   <source>Scores of {system} in tenths</source>
   <translation>{system}的评分（每 10% 一段）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>Scores this close are ties</source>
   <translation>分差不超过此值视为同分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Scores with 95 % intervals</source>
   <translation>评分及 95% 置信区间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Scores, alignment and what they rest on, to be read by people.</source>
   <translation>评分、对齐情况及其依据，供人阅读。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Search</source>
   <translation>搜索</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Search everything</source>
   <translation>搜索全部内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/window.py" />
   <source>Search everything, or Ctrl+K for any action</source>
   <translation>搜索全部内容；按 Ctrl+K 执行任意操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Search in the response</source>
   <translation>在回答中搜索</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/reading_pane.py" />
   <source>Search in the text</source>
   <translation>在文本中搜索</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/reading_pane.py" />
   <source>Search in the text (Ctrl+F)</source>
   <translation>在文本中搜索 (Ctrl+F)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Searching…</source>
   <translation>正在搜索…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>Second</source>
   <translation>第二</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>Second less first, on what both have judged. Tests by task; McNemar’s test is on these tasks only. Corrected p: Benjamini–Hochberg over all tests by task, and apart over all McNemar tests.</source>
   <translation>第二个减第一个，限于两者都已判定的检查点。按任务检验；McNemar 检验仅限这些任务。校正后 p：对全部按任务的检验采用 Benjamini–Hochberg 法，McNemar 检验另行校正。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/pair.py" />
   <source>Second response</source>
   <translation>第二个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>Second system</source>
   <translation>第二个系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items_model.py" />
   <source>Seconds</source>
   <translation>秒数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>See above why it cannot be published so.</source>
   <translation>暂时无法发布，原因见上方。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Seed</source>
   <translation>种子</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>Select at least one.</source>
   <translation>请至少选择一项。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Self-accepted tasks: {accepted}. Self-adjudicated judgments: {adjudicated}. Judgments made while results were open: {unblinded}.</source>
   <translation>自行接受的任务：{accepted}。自行裁定的判定：{adjudicated}。在结果公开后作出的判定：{unblinded}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Self-accepted. Write the rubric now.</source>
   <translation>已自行接受。现在请编写评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Self-consistency not measured (1 trial).</source>
   <translation>未测量自身一致性（仅 1 次试验）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Send an assignment</source>
   <translation>发送分配</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Send assignment</source>
   <translation>发送分配</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Send assignment…</source>
   <translation>发送分配…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Send packet</source>
   <translation>发送工作包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Send rubric back</source>
   <translation>退回评分标准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Send the rubric back to its author, with the open comments and a summary.</source>
   <translation>将评分细则连同未解决的评论和总结退回作者。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Send this file to {name}. They import it into their project. You can continue and submit again.</source>
   <translation>将此文件发送给{name}，由其导入项目。您可以继续工作并再次提交。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Send this file to {name}. They open it in Xpert Studio and return a submission, which you import here.</source>
   <translation>将此文件发送给{name}。对方在 Xpert Studio 中打开它，并交回一份提交，由您在此导入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Send to review</source>
   <translation>送审</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Senior expert</source>
   <translation>资深专家</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Sensitivity</source>
   <translation>灵敏度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Sensitivity plus specificity less 1: 0 for any constant answer, 1 is perfect.</source>
   <translation>灵敏度加特异度减 1：始终给同一判定为 0，完全一致为 1。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Sent</source>
   <translation>发送时间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Sent back</source>
   <translation>已退回</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/facts.py" />
   <source>Separated by commas</source>
   <translation>用英文逗号分隔</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Servers of your own often need no key.</source>
   <translation>自建服务器通常不需要密钥。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Set as baseline</source>
   <translation>设为基线</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Set baseline</source>
   <translation>设定基线</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Set grading policy</source>
   <translation>设定评分政策</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Set policies</source>
   <translation>设定规则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Set policies of the project.</source>
   <translation>设定项目的规则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Set the caption of a file in the author's brief.</source>
   <translation>设定作者任务书中附件的说明文字。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Set the name, licence and citation of a project.</source>
   <translation>设定项目的名称、许可证和引用方式。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Set the text by which experts and judges grade, as a new version.</source>
   <translation>设定专家和评审模型评分所依据的文字，作为新版本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Settle</source>
   <translation>处理</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_model.py" />
   <source>Settled</source>
   <translation>已处理</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Severity</source>
   <translation>严重程度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Share</source>
   <translation>比例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share judged met, of what the experts judge met.</source>
   <translation>专家判满足的检查点中，也判满足的比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share judged not met, of what the experts judge not met.</source>
   <translation>专家判不满足的检查点中，也判不满足的比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Share of a quote that must be found</source>
   <translation>引文须匹配的比例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of checkpoints judged as the experts do, less the share judged otherwise.</source>
   <translation>与专家判定相同的检查点比例减去不同的比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of checkpoints judged as the experts do.</source>
   <translation>判定与专家相同的检查点比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of checkpoints that the experts judge met.</source>
   <translation>专家判满足的检查点比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of checkpoints that the judge decides the same in every trial.</source>
   <translation>评审模型在每次试验中判定都相同的检查点比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of complete responses that fail no minimum and no gate.</source>
   <translation>在评判完整的回答中，未低于任何最低分且未违反任何门槛的比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>Share of pairs of responses</source>
   <translation>回答对的比例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of pairs of responses that judge or experts score the same.</source>
   <translation>评审模型或专家给分相同的回答对所占比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of pairs of responses that the judge orders as the experts do.</source>
   <translation>评审模型与专家排序相同的回答对所占比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of pairs of responses that the judge orders the other way.</source>
   <translation>评审模型与专家排序相反的回答对所占比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of pairs of trials that decide a checkpoint the same, on average.</source>
   <translation>对同一检查点判定相同的试验对的平均比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of ratings by two experts that are in the same described part of the scale.</source>
   <translation>两位专家的评分处于量表同一分段的比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of responses that meet every Essential checkpoint.</source>
   <translation>满足全部“必要”检查点的回答比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Share of rubrics that is spot-checked</source>
   <translation>抽查的评分细则比例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/heatmaps.py" />
   <source>Share of the points met, per cent. A cell opens the tasks behind it.</source>
   <translation>得分比例（%）。点击单元格可查看相应任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>Share of the points met, the largest difference first.</source>
   <translation>得分比例，差值最大的在前。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of the points that the system’s responses earn, averaged over tasks.</source>
   <translation>系统的回答所得分数的比例，按任务平均。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Share of the responses that meet it; the mean score of a graded checkpoint.</source>
   <translation>满足该检查点的回答比例；分级检查点则为平均得分。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of the variance of values that is of the responses, not of expert and error.</source>
   <translation>数值方差中来自回答（而非专家和误差）的比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of the variance of values that is of the responses, not of judge and error.</source>
   <translation>数值方差中来自回答（而非评判者和误差）的比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share of values in the same described part of the scale as the experts’.</source>
   <translation>与专家的数值处于量表同一分段的比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Share that the experts judge met, of what the judge calls met.</source>
   <translation>评审模型判满足的检查点中，专家也判满足的比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Shared prompt</source>
   <translation>共用提示词</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Shared rank: the scores are exactly equal.</source>
   <translation>并列名次：评分完全相等。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Sheet of {name}</source>
   <translation>{name}的评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Sheets side by side</source>
   <translation>并排对照的评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Sheets stand here once an expert has handed them in. Senior experts confirm sheets of their own domains, never their own.</source>
   <translation>专家提交评判表后，评判表会显示在此处。资深专家确认自己领域的评判表，但不能确认自己的评判表。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Shortcut</source>
   <translation>快捷键</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Shortcuts</source>
   <translation>快捷键</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>Show</source>
   <translation>查看</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Show all actions</source>
   <translation>显示所有操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/notice.py" />
   <source>Show all of it</source>
   <translation>显示全文</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Show all steps</source>
   <translation>显示所有操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Show all tasks</source>
   <translation>显示所有任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>Show all tasks again</source>
   <translation>显示所有任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/verdicts.py" />
   <source>Show all tasks and checkpoints again</source>
   <translation>显示所有任务和检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Show each of them</source>
   <translation>逐条显示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Show everybody</source>
   <translation>显示所有人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Show in folder</source>
   <translation>在文件夹中显示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>Show in the response</source>
   <translation>在回答中显示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>Show in the response: {quote}</source>
   <translation>在回答中显示：{quote}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/response_view.py" />
   <source>Show more</source>
   <translation>显示更多</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Show that run</source>
   <translation>查看该运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Show the prompt</source>
   <translation>查看提示词</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Show the prompts</source>
   <translation>查看提示词</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>Show the quote: {quote}</source>
   <translation>显示引文：{quote}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Show the {n} prompts</source>
   <translation>查看{n}条提示词</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Show tiers and weights to the judge</source>
   <translation>向评审模型显示层级和权重</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Show verdicts</source>
   <translation>查看裁定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Show what changed since the previous revision</source>
   <translation>显示与上一修订版的差异</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>Shown to the person when they open the assignment.</source>
   <translation>对方打开分配时会看到此留言。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Shown where dimensions are chosen, in drafts and in reports. An empty text restores the published description, if there is one.</source>
   <translation>选择维度时、起草时和报告中显示。留空则恢复公开发布的说明（如有）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Side by side</source>
   <translation>并排对照</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Size</source>
   <translation>大小</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Small groups</source>
   <translation>小分组</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Smaller text</source>
   <translation>缩小文字</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Solo project: people decide on their own work.</source>
   <translation>独自项目：各人对自己的工作作决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Some domains give nothing: the subset is smaller than the number of domains.</source>
   <translation>有的领域未抽到任务：子集的任务数少于领域数。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Something should be known of the verdict, such as quotes that were not found.</source>
   <translation>该判定有需要留意之处，例如未找到引文。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>Something that looks like an API key or a password is in the texts listed below. Look at them first: what is published cannot be taken back. Nothing was written yet.</source>
   <translation>下列文本含有疑似 API 密钥或密码的内容。请先查看：发布后无法收回。目前尚未写入任何内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/wording.py" />
   <source>Something went wrong inside the program ({kind}). What was saved before is safe.</source>
   <translation>程序内部出错（{kind}）。此前已保存的内容是安全的。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Sort by this column</source>
   <translation>按此列排序</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Spearman’s ρ</source>
   <translation>Spearman ρ</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Specificity</source>
   <translation>特异度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>Split</source>
   <translation>拆分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Split a checkpoint in two or more; comments stay on the first part.</source>
   <translation>将检查点拆分为两个或更多；评论留在第一部分。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Split checkpoint</source>
   <translation>拆分检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Split it</source>
   <translation>拆分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Spot check</source>
   <translation>抽查</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Spot checks</source>
   <translation>抽查</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Stage</source>
   <translation>阶段</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>Stages</source>
   <translation>阶段</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>Stale</source>
   <translation>已过时</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Stands in every bundle, so that training data that holds it can be found.</source>
   <translation>写入每个数据包，以便发现混入了本项目内容的训练数据。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Start</source>
   <translation>开始</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Start a review of the revision under review; a first comment does so too.</source>
   <translation>开始评审当前修订版；添加第一条评论也会开始评审。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>Start a run that covers it.</source>
   <translation>请启动包含此回答的运行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Start a run: a judge decides every checkpoint of every response, and the results stand here. Confirmed judgments of experts give a leaderboard of their own.</source>
   <translation>请启动运行：评审模型将判定每个回答的每个检查点，结果显示在此处。专家已确认的评判另有排行榜。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Start review</source>
   <translation>开始评审</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Start run</source>
   <translation>开始运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>Started</source>
   <translation>开始时间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/page.py" />
   <source>Starting…</source>
   <translation>正在启动…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Starts nothing new; what is in flight finishes.</source>
   <translation>不再发起新的调用；进行中的调用会完成。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_model.py" />
   <source>State</source>
   <translation>状态</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Status</source>
   <translation>状态</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Stays here</source>
   <translation>留下</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Step</source>
   <translation>步长</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/rating_words.py" />
   <source>Steps of {value}</source>
   <translation>步长 {value}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>Stop it</source>
   <translation>停止运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/writing.py" />
   <source>Stopped. Nothing was written.</source>
   <translation>已停止，未写入任何内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>Stopping…</source>
   <translation>正在停止…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>Stops after calls in flight. Verdicts are kept.</source>
   <translation>待进行中的调用完成后终止，不可继续。已作的判定予以保留。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Stratified random sample of the ready tasks by domain. The same seed selects the same tasks on every computer.</source>
   <translation>从各领域已就绪的任务中按比例随机抽取。相同的种子在任何机器上都抽到相同的任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>Submission from {name}: {asked}</source>
   <translation>来自{name}的提交：{asked}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Submissions (*.xsubmission)</source>
   <translation>提交文件 (*.xsubmission)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>Submit</source>
   <translation>提交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Submit a complete brief for triage; in a solo project its checklist decides.</source>
   <translation>提交完整的任务书以供审核；在单人项目中由其清单决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Submit a form; every checkpoint needs a decision and a rationale.</source>
   <translation>提交评判表；每个检查点都须有决定和理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Submit brief</source>
   <translation>提交任务说明</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Submit changes…</source>
   <translation>提交更改…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/sheet.py" />
   <source>Submit form</source>
   <translation>提交标注表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Submit rubric</source>
   <translation>提交评分标准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Submit when it is done.</source>
   <translation>完成后提交。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Submitted</source>
   <translation>已提交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/sheet.py" />
   <source>Submitted for confirmation.</source>
   <translation>已提交，接下来由资深专家确认。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Submitted for review. The rubric is locked.</source>
   <translation>评分细则已冻结，等待评审人评审。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Submitted form</source>
   <translation>已提交的评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Submitted rubric</source>
   <translation>已提交的评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>Submitted, not confirmed yet</source>
   <translation>已提交，尚未确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/next_steps.py" />
   <source>Submitted.</source>
   <translation>已提交。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Submitted. Waiting for a lead or senior expert.</source>
   <translation>任务书已提交，由负责人或资深专家决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Submit…</source>
   <translation>提交…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Subset: {name}</source>
   <translation>子集：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Subsets that were drawn</source>
   <translation>已抽取的子集</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/describing.py" />
   <source>Such as CC-BY-4.0</source>
   <translation>例如 CC-BY-4.0</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Such as http://localhost:8000/v1</source>
   <translation>例如 http://localhost:8000/v1</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Such as: Ending a commercial lease early</source>
   <translation>例如：提前终止商业租约</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Suggestions are added only when you accept them.</source>
   <translation>草稿仅为建议。您采纳之前，不会有任何内容进入评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Summary</source>
   <translation>总结</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Summary (required when there are no comments)</source>
   <translation>给作者的总结（没有意见而退回时必填）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>Swap</source>
   <translation>互换</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Switch person</source>
   <translation>这不是我</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>System</source>
   <translation>系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/scope_part.py" />
   <source>Systems</source>
   <translation>系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Systems are hidden: whoever judges or confirms must not know whose answer it is.</source>
   <translation>系统名称已隐藏：评判或确认的人不得知道回答出自哪个系统。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/heatmaps.py" />
   <source>Systems by category</source>
   <translation>各系统按类别</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/heatmaps.py" />
   <source>Systems by dimension</source>
   <translation>各系统按维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/heatmaps.py" />
   <source>Systems by domain</source>
   <translation>各系统按领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/heatmaps.py" />
   <source>Systems by tier</source>
   <translation>各系统按层级</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/saving_files.py" />
   <source>Tables (*.csv)</source>
   <translation>表格 (*.csv)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Tables (*.xlsx *.csv)</source>
   <translation>表格 (*.xlsx *.csv)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Tables in Parquet and JSON lines that datasets.load_dataset reads, with a card.</source>
   <translation>可由 datasets.load_dataset 读取的 Parquet 和 JSON 行表格，附数据集卡片。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Tags</source>
   <translation>标签</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Take</source>
   <translation>采纳</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/detail.py" />
   <source>Take the quote out</source>
   <translation>移除引文</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Take them up where they stopped; nothing is asked twice.</source>
   <translation>从中断处继续，不会重复询问。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Take {name} off this list</source>
   <translation>从列表中移除“{name}”</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Task</source>
   <translation>任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Task set</source>
   <translation>范围</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Task, checkpoint and response as they were judged.</source>
   <translation>评判时的任务、检查点和回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>Task, checkpoint or response was edited since; no figure counts it.</source>
   <translation>任务、检查点或回答此后已被修改；不计入任何指标。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>Task, rubric and worked examples</source>
   <translation>任务、评分细则和示例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Tasks</source>
   <translation>任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>Tasks I choose</source>
   <translation>自选任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Tasks an expert writes at most</source>
   <translation>每位专家最多撰写的任务数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Tasks below which a group is marked</source>
   <translation>标注小分组的任务数下限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/tasks.py" />
   <source>Tasks by difficulty</source>
   <translation>按难度排列任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Tasks by domain</source>
   <translation>各领域的任务数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Tasks for each expert</source>
   <translation>每位专家的任务数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>Tasks of both systems</source>
   <translation>两个系统的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/scope_part.py" />
   <source>Tasks of some domains</source>
   <translation>部分领域的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Tasks of the subset</source>
   <translation>子集中的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>Tasks of the system</source>
   <translation>系统的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Tasks of {name}</source>
   <translation>“{name}”的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>Tasks that are not ready</source>
   <translation>尚未就绪的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>Tasks that are ready ({tasks})</source>
   <translation>已就绪的任务（{tasks}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/scope_part.py" />
   <source>Tasks to run on</source>
   <translation>运行的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Temperature</source>
   <translation>温度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Test connection</source>
   <translation>测试连接</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Testing the connection</source>
   <translation>正在测试连接</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_view.py" />
   <source>Text</source>
   <translation>文本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Text (.csv)</source>
   <translation>文本 (.csv)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Text and attachments as they are now.</source>
   <translation>当前的文本和附件。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/line_editor.py" />
   <source>Text of the checkpoint</source>
   <translation>检查点文本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/describing.py" />
   <source>Text or BibTeX; where it is empty, one is made of name and year.</source>
   <translation>文本或 BibTeX；留空则由名称和年份生成。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/page.py" />
   <source>Text size</source>
   <translation>文字大小</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Texts (*.txt *.md)</source>
   <translation>文本 (*.txt *.md)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>Texts that may hold keys ({n})</source>
   <translation>可能含有密钥的文本（{n}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>That is the expert's own value.</source>
   <translation>这就是专家本人给出的数值。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>That looks like a key. It belongs in the field for keys only.</source>
   <translation>此内容疑似密钥。密钥只能填入密钥字段。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/page.py" />
   <source>That was the last one of the list.</source>
   <translation>已到列表末尾。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>The ID appears in exports and cannot be changed later.</source>
   <translation>除 ID 外，其他内容以后均可修改。ID 会出现在数据包和报告中。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>The assignment is counted as open again.</source>
   <translation>此分配重新计为未完成。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>The assignment is no longer counted as open. Its submissions can be imported.</source>
   <translation>此分配不再计为未完成。其提交仍可导入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>The author is still writing. A rubric is frozen here when it is sent to review.</source>
   <translation>作者仍在撰写。评分细则送审后会冻结并显示在此处。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The brief is being written.</source>
   <translation>任务书正在撰写。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The brief is waiting for a decision.</source>
   <translation>任务书等待决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The brief was returned to its author.</source>
   <translation>任务书已退回作者。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>The call failed.</source>
   <translation>调用失败。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>The call itself failed.</source>
   <translation>调用本身失败。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>The candidate</source>
   <translation>候选回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>The case that the policy leaves open</source>
   <translation>准则未明确的案例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>The checkpoint you were editing was removed. Your text was moved to a new checkpoint.</source>
   <translation>您正在书写的行已被删除。您的文字放在了新的一行中。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>The disagreement is open again.</source>
   <translation>该分歧已重新打开。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>The disagreement is settled.</source>
   <translation>该分歧已处理。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>The embedded judge runs here; nothing was sent to anybody.</source>
   <translation>内置评审模型在本机运行，未向任何一方发送内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>The exchange it came of.</source>
   <translation>产生此判定的往来记录。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>The expert's own decision: {said}</source>
   <translation>专家本人的判定：{said}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>The experts alone say met</source>
   <translation>仅专家判满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>The experts are right; the judge is wrong, and nothing is changed for it. The case leaves the queue.</source>
   <translation>专家正确，评审模型有误，无需更改任何内容。该案例将移出队列。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>The experts’ majority says otherwise.</source>
   <translation>多数专家的判定与之相反。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>The experts’ own judgments</source>
   <translation>专家本人的评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/page.py" />
   <source>The figures are certified as they are now.</source>
   <translation>已为当前指标签发证书。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>The file was written.</source>
   <translation>文件已写入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>The first search may take a moment; those after it are quick.</source>
   <translation>首次搜索可能需要片刻，之后会很快。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>The highest value is above the lowest.</source>
   <translation>最高值须大于最低值。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>The ids of experts and the names of systems stand in it.</source>
   <translation>包含专家 ID 和系统名称。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/importing.py" />
   <source>The import was done again.</source>
   <translation>已重做导入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/importing.py" />
   <source>The import was undone.</source>
   <translation>已撤销导入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>The intervals were made by an earlier method, which ignored that checkpoints of one task are not independent.</source>
   <translation>其区间由早期方法得出，该方法未考虑同一任务的检查点并不独立。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>The judge alone says met</source>
   <translation>仅评审模型判满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>The judge has no verdict here.</source>
   <translation>评审模型在此没有判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>The judge is right. Nothing is sent back yet; “Dispute judgment” does that.</source>
   <translation>评审模型正确。此处不会退回评判；如需退回，请用“对评判提出异议”。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>The judge is shown this response with the expert’s judgments as the worked example of its task.</source>
   <translation>此回答连同专家的评判，将作为该任务的示例提供给评审模型。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>The judge says that it does not.</source>
   <translation>评审模型判定不满足。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>The judge says that the response meets the checkpoint.</source>
   <translation>评审模型判定回答满足该检查点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>The judge sees task, rubric and response.</source>
   <translation>评审模型可看到任务、评分细则和回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>The judge was not shown all attachments that experts see. The verdict counts for scores, not for alignment.</source>
   <translation>评审模型未看到专家所见的全部附件。该判定计入评分，但不计入对齐指标。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The judge’s error</source>
   <translation>评审模型有误</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>The judge’s verdicts are shown once you have confirmed or overridden it.</source>
   <translation>您确认或改判后，才会显示评审模型的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>The judgment waits for a senior expert.</source>
   <translation>该评判等待资深专家处理。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>The key comes from the environment ({variable}), before any in the keyring.</source>
   <translation>密钥来自环境变量（{variable}），优先于密钥环中的密钥。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>The key is in the keyring.</source>
   <translation>密钥已存入密钥环。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>The key is kept in the system's keyring.</source>
   <translation>密钥保存在系统密钥环中。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>The key is no longer in the keyring.</source>
   <translation>密钥已从密钥环中移除。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>The last words you were typing were cut off; they have been put back.</source>
   <translation>上次输入的文字未及保存，现已恢复。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>The model answered, but nothing usable came.</source>
   <translation>模型已答复，但内容无法使用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>The model gave {given}; a cap applies: {cap}</source>
   <translation>模型给出 {given}；适用上限：{cap}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>The model's name, as the provider writes it</source>
   <translation>模型名称，须与服务商的写法一致</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>The new file decides from now on. This file becomes its copy: your later changes count once they are imported there.</source>
   <translation>从现在起以新文件为准。此文件成为其副本：您之后的更改须导入新文件才会生效。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>The newer file of the project</source>
   <translation>项目的较新文件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>The next one (J)</source>
   <translation>下一个 (J)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>The next run of this judge asks it anew.</source>
   <translation>此评审模型下次运行时将重新询问。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>The next run of this judge takes it as known.</source>
   <translation>此评审模型下次运行时将直接采用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>The one before (K)</source>
   <translation>上一个 (K)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/pairs_panel.py" />
   <source>The other</source>
   <translation>另一个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>The price of this model is not in the price list.</source>
   <translation>价格表中没有此模型的价格。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>The program</source>
   <translation>程序</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>The project</source>
   <translation>项目概况</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>The project could not be opened: {why}.</source>
   <translation>无法打开项目：{why}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>The project is being read</source>
   <translation>正在读取项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>The project is open for reading only, so nothing can be changed here.</source>
   <translation>项目以只读方式打开，此处无法更改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/page.py" />
   <source>The project is open for reading only.</source>
   <translation>项目以只读方式打开。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>The prompt</source>
   <translation>提示词</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>The prompt as a model gets it</source>
   <translation>模型收到的提示词</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>The public benchmark: names and private notes are removed.</source>
   <translation>供所有人使用的评测基准：不含人员信息和内部备注。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>The rationale plainly says the opposite of the verdict.</source>
   <translation>理由与判定明显相反。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>The reply</source>
   <translation>答复</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>The response has arrived ({cost}).</source>
   <translation>已收到回答（{cost}）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>The response holds characters that nobody sees.</source>
   <translation>回答含有不可见字符。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>The response says next to nothing.</source>
   <translation>回答几乎没有内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>The response tries to direct whoever judges it.</source>
   <translation>回答试图左右评判者。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>The responses it was shown as anchors are unknown or not in the project, so they could not be excluded: its alignment may be too good.</source>
   <translation>展示给它的锚例回答未知，或不在本项目中，因此无法排除：其对齐结果可能偏高。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>The responses with rubric and gold judgments, as a dataset of autorubric.</source>
   <translation>回答连同评分标准和金标准判断，作为 autorubric 的数据集。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The rubric is approved and waiting for the draw of spot checks.</source>
   <translation>评分细则已批准，等待抽取抽查任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>The rubric is approved. It is opened again for its author, and goes through review once more before anything else is judged on the task.</source>
   <translation>评分细则已批准。现将重新开放给作者修改，并须再次通过评审，之后才能继续评判该任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The rubric is being written.</source>
   <translation>评分细则正在撰写。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The rubric is frozen and under review.</source>
   <translation>评分细则已冻结，正在评审。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>The rubric is not sent: settings of a checkpoint cannot be saved yet.</source>
   <translation>评分细则未送审：有检查点的设置尚无法保存。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>The rubric is open; its author finds it in the list of tasks, with the reason.</source>
   <translation>评分细则已开放；作者可在任务列表中看到它及其理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The rubric was drawn for a spot check.</source>
   <translation>评分细则被抽中接受抽查。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>The run stops before it could spend more. Needs a known price.</source>
   <translation>运行会在可能超支前停止。须已知价格。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>The run the exchange belongs to.</source>
   <translation>该往来记录所属的运行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/detail.py" />
   <source>The same once more: only what has changed since is asked.</source>
   <translation>按原设置再次运行：仅询问此后有变化的内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>The same three as they are now.</source>
   <translation>上述三者的当前内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>The same words stand at hand for experts and judges.</source>
   <translation>专家和评审模型依据的是同一份准则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>The search did not work</source>
   <translation>搜索失败</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>The selected ones, or this one with the next.</source>
   <translation>合并选中的检查点，或将此检查点与下一个合并。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>The server would not enforce the shape of the reply.</source>
   <translation>服务器无法强制答复的格式。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>The server would not take images; the model did not see them.</source>
   <translation>服务器不接受图像，模型未看到图像。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>The server would not take this parameter of the judge.</source>
   <translation>服务器不接受评审模型的这一参数。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>The share of approved rubrics that senior experts check; drawn by chance.</source>
   <translation>资深专家抽查已批准评分细则的比例；随机抽取。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>The share of them on which all experts said the same.</source>
   <translation>其中所有专家判定相同的比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>The sheet anchors its task from the next run on.</source>
   <translation>自下次运行起，该评判表用作其任务的锚例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>The spot check is done.</source>
   <translation>抽查已完成。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>The stage changes of: {tasks}.</source>
   <translation>以下任务的阶段会改变：{tasks}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>The step divides the scale evenly, into at most {most} steps of {digits} decimals.</source>
   <translation>步长须整除量表，至多 {most} 步，至多 {digits} 位小数。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>The strongest first. A row opens the tasks behind it.</source>
   <translation>最强的在前。点击行可查看相应任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>The system got the prompt and the attachments, nothing else.</source>
   <translation>系统只收到了提示词和附件，没有其他内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>The table has tags that are no dimensions of this project. A lead can add dimensions.</source>
   <translation>表格含有并非本项目维度的标签。负责人可以添加维度。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>The task has no author in this project; choose who changes it.</source>
   <translation>该任务在此项目中没有作者；请选择修改人。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The task was taken out of the project.</source>
   <translation>任务已移出项目。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>The task’s language</source>
   <translation>任务的语言</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>The templates the judge is asked with.</source>
   <translation>询问评审模型所用的模板。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>The text can be read both ways. Nothing is opened yet; “Fix the checkpoint” does that.</source>
   <translation>文本可有两种理解。此处不会开放评分细则；如需修改，请用“修正检查点”。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>The verdict is copied as JSON.</source>
   <translation>判定已复制为 JSON。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>The view “{name}” is saved.</source>
   <translation>视图“{name}”已保存。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>The whole prompt, as a system gets it.</source>
   <translation>完整的提示词，与系统收到的一致。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>The whole rubric at once is cheapest; fewer are judged more carefully.</source>
   <translation>一次评判整份评分细则最省费用；检查点较少则评判更仔细。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>The words the judge was given.</source>
   <translation>提供给评审模型的准则原文。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>The worked example in this prompt is on a response that you still have to judge or confirm: it is shown after that.</source>
   <translation>此提示词的示例所涉回答尚待您评判或确认，完成后方可显示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Their authors will read the reason.</source>
   <translation>作者会看到这一理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_view.py" />
   <source>Theirs: {name}</source>
   <translation>对方：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>There are too many lines on the clipboard for a rubric. At most {n} are pasted at once.</source>
   <translation>剪贴板上的行数对一份评分细则来说过多，一次最多粘贴{n}行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>There is no dimension yet.</source>
   <translation>尚无维度。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>There is no domain yet: tasks can only be of none.</source>
   <translation>尚无领域：任务暂时无法归入任何领域。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/assignment.py" />
   <source>There is no folder {path}.</source>
   <translation>没有文件夹 {path}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>There is no image on the clipboard.</source>
   <translation>剪贴板中没有图像。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>There is no key for {provider}.</source>
   <translation>没有 {provider} 的密钥。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>There is no program to open {file}.</source>
   <translation>没有可以打开{file}的程序。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>There is no table and no text on the clipboard.</source>
   <translation>剪贴板中没有表格，也没有文本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>There is no task in this project yet.</source>
   <translation>此项目尚无任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/texts.py" />
   <source>There is no text on the clipboard.</source>
   <translation>剪贴板中没有文本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/verdicts.py" />
   <source>There is no verdict to write.</source>
   <translation>没有可写入的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/material.py" />
   <source>There is none yet; write it in the brief.</source>
   <translation>尚无内容；请在任务书中填写。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>There is nothing to write yet.</source>
   <translation>尚无可写入的内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>There is only one judge to look at</source>
   <translation>只有一个评审模型可查看</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>There it says met {points} points less often than the experts.</source>
   <translation>在那里，它判为“满足”的比例比专家低 {points} 个百分点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>There it says met {points} points more often than the experts.</source>
   <translation>在那里，它判为“满足”的比例比专家高 {points} 个百分点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/verdicts.py" />
   <source>These are the experts’ own judgments</source>
   <translation>这些是专家本人的评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>These tasks cannot tell them apart.</source>
   <translation>这些任务不足以区分两者。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>These words could not be put back: {text}</source>
   <translation>以下文字无法恢复：{text}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>They do not differ</source>
   <translation>没有分歧</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>They have no such work.</source>
   <translation>对方没有此类工作。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>They have no such work. It depends on their roles and domains, and on the stages of the tasks.</source>
   <translation>对方没有此类工作。这取决于其角色和领域，以及任务所处的阶段。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>They have no tasks yet. They can write new ones.</source>
   <translation>对方还没有任务，可以撰写新任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>They share no two responses to one task, so their order cannot be compared.</source>
   <translation>两者在同一任务上没有两个共同的回答，因此无法比较排序。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/describing.py" />
   <source>They stand in every bundle, its dataset card and its metadata.</source>
   <translation>写入每个数据包及其数据集卡片和元数据。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>They were not kept.</source>
   <translation>未保存。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>This checkpoint is too long to be edited here. Copy it, and paste it as several lines.</source>
   <translation>此检查点过长，无法在此处编辑。请复制后分为多行粘贴。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>This checkpoint was asked once; there is nothing earlier.</source>
   <translation>此检查点仅询问过一次，没有更早的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>This file is a copy</source>
   <translation>此文件是副本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>This file is not a copy.</source>
   <translation>此文件不是副本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>This is kept but does not count, or something newer is here.</source>
   <translation>此内容会保留但不计入，或此处已有较新的内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>This is new, or was changed on their side only.</source>
   <translation>这是新内容，或仅由对方修改过。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>This is not allowed here. The reason is shown with each part.</source>
   <translation>此处不允许。原因显示在各部分旁。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>This is said of {n} disagreements at once.</source>
   <translation>此结论同时适用于{n}处分歧。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>This judge is at work already. Wait for that run, or cancel it.</source>
   <translation>此评审模型正在运行。请等待该运行结束，或将其取消。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>This judge is right, {judge} is not</source>
   <translation>此评审模型正确，{judge}错误</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>This judge is zero-shot and sees no anchors; only an anchored one will.</source>
   <translation>此评审模型为零样本，看不到锚例；只有锚定的评审模型才会看到。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>This judge was not asked about it.</source>
   <translation>未向此评审模型询问此项。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>This judge was not asked about this checkpoint.</source>
   <translation>未向此评审模型询问此检查点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>This note replaces the rationale for the expert and the judge model.</source>
   <translation>专家和评审模型将看到此备注，而不再看到原理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>This rubric cannot be edited now.</source>
   <translation>现在无法编辑此评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>This rubric was drawn for a spot check.</source>
   <translation>该评分细则被抽中接受抽查。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>This sheet has been handed in.</source>
   <translation>该评判表已提交。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>This stands.</source>
   <translation>此操作有效。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>This step cannot be undone.</source>
   <translation>此操作无法撤销。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/exchange_files.py" />
   <source>This submission belongs in another project. Open that project, then import it.</source>
   <translation>此提交属于另一个项目。请打开该项目再导入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/pair.py" />
   <source>This system has not answered the task.</source>
   <translation>此系统没有回答该任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>This system has nothing that was judged here.</source>
   <translation>此系统在此范围内没有评判过的内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/texts.py" />
   <source>This text is too long to be edited here. It is kept whole; shown is its beginning, {n} of {total} characters. Copy it to edit it in another program.</source>
   <translation>此文本过长，无法在此处编辑。全文已完整保留，此处仅显示开头部分：{total}个字符中的{n}个。请复制到其他程序中编辑。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/response_view.py" />
   <source>This text is very long or has very large tables. Only its beginning is shown: {n} of {total} characters.</source>
   <translation>此文本很长或含有很大的表格，仅显示开头部分：{total}个字符中的{n}个。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>This verdict cannot be shown</source>
   <translation>无法显示此判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>This verdict was imported; how it was asked for is not known.</source>
   <translation>此判定为导入所得；询问方式不详。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>This was imported before, or is the same here.</source>
   <translation>此前已导入，或与此处相同。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>This was undone, and something else was done in its place since.</source>
   <translation>此操作已撤销，之后又有其他操作，无法重做。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>This was undone. It can be done again.</source>
   <translation>此操作已撤销，可以重做。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/scope_part.py" />
   <source>Tick a domain.</source>
   <translation>请勾选领域。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/chosen_tasks.py" />
   <source>Tick all shown</source>
   <translation>全部勾选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>Tick the tasks that are held out.</source>
   <translation>请勾选要保留的任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>Tick the tasks that are to go out.</source>
   <translation>请勾选要发布的任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/scope_part.py" />
   <source>Tick the tasks to run on.</source>
   <translation>请勾选要运行的任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Tick what should be searched.</source>
   <translation>请勾选要搜索的内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>Tie threshold</source>
   <translation>同分阈值</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>Tier</source>
   <translation>层级</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Time</source>
   <translation>用时</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Time for a call</source>
   <translation>调用时限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Time unknown until the first calls.</source>
   <translation>询问过此模型后才能估计用时。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Timeout (s)</source>
   <translation>单次调用秒数上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Title</source>
   <translation>标题</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>To do</source>
   <translation>待完成</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>To look at</source>
   <translation>需查看</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>To look at ({n})</source>
   <translation>需查看（{n}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>To request</source>
   <translation>待询问</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>To submit: {parts}</source>
   <translation>待提交：{parts}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Tokens</source>
   <translation>token 数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Tokens a minute</source>
   <translation>每分钟 token</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>Tokens and money may be a quarter more or less.</source>
   <translation>token 数和费用可能有四分之一的出入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Tokens at most</source>
   <translation>token 上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>Too few responses, or all alike: no discrimination.</source>
   <translation>回答过少或判定全部相同：无法计算区分度。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Too large or damaged: not shown</source>
   <translation>过大或已损坏：不显示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Too little data to compare tiers, dimensions and domains.</source>
   <translation>没有哪个层级、维度或领域的任务数和判定数足以与其余比较。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Trial</source>
   <translation>试做</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Trials</source>
   <translation>试验次数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>Tries</source>
   <translation>重试</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>Try again</source>
   <translation>重试</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>Two experts' sheets on the same response stand here side by side.</source>
   <translation>两位专家对同一回答的评判表在此处并排对照。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>Two systems compared</source>
   <translation>两个系统的比较</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Two trials agree</source>
   <translation>两次一致</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/palette.py" />
   <source>Type a few letters of what you want</source>
   <translation>输入要查找内容的几个字</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Type a value</source>
   <translation>输入一个取值</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Type in the field above. Briefs, rubrics, responses, remarks and the reasons that you may see are searched, Chinese included.</source>
   <translation>请在上方输入。搜索范围包括任务书、评分细则、回答、意见以及您可查看的理由，支持中文。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Typical case (not an edge case)?</source>
   <translation>是否为典型情形，而非罕见特例？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>US dollars</source>
   <translation>美元</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/unblinding.py" />
   <source>Unblind</source>
   <translation>揭盲</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/unblinding.py" />
   <source>Unblind {n} response?</source>
   <translation>对 {n} 个回答揭盲？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/unblinding.py" />
   <source>Unblind {n} responses?</source>
   <translation>对 {n} 个回答揭盲？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Unblinded response</source>
   <translation>已揭盲的回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Unblind…</source>
   <translation>揭盲……</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Undo last change (works across sessions)</source>
   <translation>撤销您最近一次操作，无论何时所做。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Undo the last decision</source>
   <translation>撤销上一个判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Undo this</source>
   <translation>撤销此操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Undone</source>
   <translation>已撤销</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/window.py" />
   <source>Undone: {deed}.</source>
   <translation>已撤销：{deed}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Unknown ids</source>
   <translation>未知 ID</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/chosen_tasks.py" />
   <source>Untick all shown</source>
   <translation>全部取消</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Update copy</source>
   <translation>更新副本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Update from the project…</source>
   <translation>从项目更新…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Update the checkpoints that are recognised, by id or by text, and add the others.</source>
   <translation>更新按编号或文字识别出的检查点，并添加其余的。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Update this copy from the project…</source>
   <translation>从项目更新此副本…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Updating {file}</source>
   <translation>正在更新{file}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/spread.py" />
   <source>Upper quartile</source>
   <translation>上四分位</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Use theirs</source>
   <translation>采用对方</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_view.py" />
   <source>Use theirs (2)</source>
   <translation>采用对方 (2)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>Use theirs for all</source>
   <translation>全部采用对方</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_view.py" />
   <source>Use this text</source>
   <translation>使用此文本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Usual</source>
   <translation>默认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>Value</source>
   <translation>数值</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>Veiled</source>
   <translation>遮蔽</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Verdict</source>
   <translation>判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Verdicts</source>
   <translation>判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>Verdicts are opened from what came of a run.</source>
   <translation>请从运行的结果中打开判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>Verdicts missing</source>
   <translation>缺少判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>Verdicts of the run</source>
   <translation>此运行的判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Version {n}</source>
   <translation>第{n}版</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>Versus the rest</source>
   <translation>与其余相比</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>View</source>
   <translation>视图</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Views</source>
   <translation>视图</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>Vocabulary</source>
   <translation>词表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Waiting for others</source>
   <translation>等待他人处理</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/page.py" />
   <source>Waits for a decision on the brief. Who can decide: {names}.</source>
   <translation>等待对任务书作决定。可作决定的人员：{names}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/page.py" />
   <source>Waits for a review of the rubric. Who can review it: {names}.</source>
   <translation>等待评审评分细则。可评审的人员：{names}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/page.py" />
   <source>Waits for a spot check. Who can do it: {names}.</source>
   <translation>等待抽查。可进行抽查的人员：{names}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/page.py" />
   <source>Waits for the draw of spot checks. Who can draw: {names}.</source>
   <translation>等待抽取抽查任务。可抽取的人员：{names}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_model.py" />
   <source>Was put down to “{cause}”, but since then {what}.</source>
   <translation>曾归因于“{cause}”，但此后{what}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Weakest: {by} “{name}”, κ {kappa} on {n} answers. That is {less} below everything else ({span}; {p}, corrected for {compared} comparisons).</source>
   <translation>最弱：{by}“{name}”，{n}项判定的 κ 为 {kappa}，比其余低 {less}（{span}；{p}，已按{compared}次比较校正）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>Web page (.html)</source>
   <translation>网页 (.html)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Weight</source>
   <translation>权重</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Weight 1</source>
   <translation>权重1</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Weight 10</source>
   <translation>权重10</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Weight 2</source>
   <translation>权重2</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Weight 3</source>
   <translation>权重3</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Weight 4</source>
   <translation>权重4</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Weight 5</source>
   <translation>权重5</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Weight 6</source>
   <translation>权重6</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Weight 7</source>
   <translation>权重7</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Weight 8</source>
   <translation>权重8</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Weight 9</source>
   <translation>权重9</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Weight of {tier}</source>
   <translation>“{tier}”的权重</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Weight {n}</source>
   <translation>权重{n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Weighted κ</source>
   <translation>加权 κ</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>Weights</source>
   <translation>权重</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Welcome to Xpert Studio</source>
   <translation>欢迎使用 Xpert Studio</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>What a new checkpoint of a tier weighs.</source>
   <translation>各层级新建检查点的权重。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>What a response is like that is rated there</source>
   <translation>处于该段的回答是什么样的</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>What do these tags mean?</source>
   <translation>这些标签是什么含义？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>What each domain gives</source>
   <translation>各领域抽取数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>What experts differ on</source>
   <translation>专家有分歧的检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>What is ambiguous?</source>
   <translation>哪里有歧义？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>What is looked at</source>
   <translation>查看范围</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>What is published</source>
   <translation>发布内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>What is saved is not touched by this.</source>
   <translation>已保存的内容不受影响。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>What is shared holds all judgments and the names of the systems, and judging is blind. Leads: {leads}.</source>
   <translation>发布的内容含有所有人的评判和系统名称，而评判为盲评。负责人：{leads}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>What is the judge to learn from it?</source>
   <translation>评审模型应从中学到什么？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>What it quotes stands in the rubric, not in the response.</source>
   <translation>引文出自评分细则，而非回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>What it quotes stands in the worked example, not in the response.</source>
   <translation>引文出自示例，而非回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>What keeps the rubric from review cannot be dismissed: {finding}</source>
   <translation>阻止评分标准送审的问题不能忽略：{finding}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>What makes this person an expert: training, posts, years</source>
   <translation>专业依据：教育背景、任职经历、从业年限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>What moved?</source>
   <translation>哪些有变化？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>What systems answered; a lead adds it.</source>
   <translation>各系统的回答；由负责人添加。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/heatmaps.py" />
   <source>What systems are set against</source>
   <translation>对照项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>What the experts say against what the judge says</source>
   <translation>专家与评审模型判定的混淆表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>What the judge decides stands here as it comes.</source>
   <translation>评审模型的判定会实时显示在此处。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>What was decided is not shown to those who may still judge.</source>
   <translation>判定内容不向仍可参与评判的人显示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>What was done under the old limits stays done.</source>
   <translation>在原限额下完成的工作不受影响。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>What was found</source>
   <translation>查找结果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>What was sent, and what came back</source>
   <translation>发送与返回的内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>What will be shared</source>
   <translation>将要发布的内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>What would be asked</source>
   <translation>将要询问的内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>Whatever is published stands here afterwards, with its content hash.</source>
   <translation>发布的内容及其内容哈希会显示在此处。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items_model.py" />
   <source>When</source>
   <translation>时间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Where</source>
   <translation>位置</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>Where do they differ in kind?</source>
   <translation>两者在哪些维度上不同？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>Where is one right and the other not?</source>
   <translation>哪些判定一方正确而另一方错误？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Where they agree</source>
   <translation>一致</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Where they differ</source>
   <translation>有分歧</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Whether it exists</source>
   <translation>是否存在</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_panel.py" />
   <source>Which answers</source>
   <translation>判定范围</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Which trial task, with what result</source>
   <translation>试做任务及结果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/who.py" />
   <source>Who are you in this project?</source>
   <translation>您在此项目中是谁？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Who can review it: {names}.</source>
   <translation>可评审的人员：{names}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Who changes it</source>
   <translation>修改人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Who decides on whose work</source>
   <translation>谁对谁的工作作决定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>Who judges must not know how a system scores elsewhere. A lead sees the leaderboard and every verdict.</source>
   <translation>评判者不得知道某个系统在其他任务上的得分。负责人可以看到排行榜和全部判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/page.py" />
   <source>Whoever leads the project has judges score the responses, and sees their verdicts.</source>
   <translation>由项目负责人安排评审模型为回答评分，并查看其判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Whose judgment</source>
   <translation>评判人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>Why</source>
   <translation>原因</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>Why does it look like a slip?</source>
   <translation>为什么像是疏误？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Why it is a task for this project all the same</source>
   <translation>为何仍适合作为本项目的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Why it is accepted all the same</source>
   <translation>为何仍然接受</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>With 95 % intervals; a click compares from there.</source>
   <translation>附 95% 置信区间；点击即从该处起比较。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Withdraw</source>
   <translation>撤回</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Withdraw comment</source>
   <translation>撤回评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Withdraw the cause</source>
   <translation>撤回原因</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Withdraw the causes of disagreements, which are open again.</source>
   <translation>撤回分歧的原因，分歧重新待处理。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>Withdraw the reviewer's own comment, as long as it has no reply.</source>
   <translation>撤回评审人自己的评论，只要尚无回复。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>Within the recommended {least} to {most}.</source>
   <translation>在建议的 {least} 至 {most} 个之内。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Without a key nothing is sent. {variable} in the environment would do as well.</source>
   <translation>没有密钥则不会发送任何内容。也可设置环境变量 {variable}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>Without a rationale.</source>
   <translation>没有理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/describing.py" />
   <source>Without one, nobody who gets a public bundle may use it.</source>
   <translation>没有许可协议，获得公开数据包的人便无权使用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Word document</source>
   <translation>Word 文档</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Words, or parts of words; “in quotes” as they stand</source>
   <translation>输入词语或其中一部分；加引号则精确匹配</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/sidebar.py" />
   <source>Work as somebody else</source>
   <translation>切换身份</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Work as somebody else…</source>
   <translation>切换身份…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Work context</source>
   <translation>工作背景</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/assignment.py" />
   <source>Work offline in a project of your own; submit when you are done.</source>
   <translation>在自己的项目中离线工作，完成后提交。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Work on this project in two places: the copy keeps its changes in an outbox until you import them here. Or hand over: another file becomes the one that decides.</source>
   <translation>在两处处理此项目：副本将更改保存为待发内容，直到您在此导入。或者移交：改以另一个文件为准。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_panel.py" />
   <source>Work through them</source>
   <translation>逐一处理</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>Work together offline</source>
   <translation>离线协作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Works fully offline. Only calls to a model need the network.</source>
   <translation>除调用模型外，所有功能均在本机离线运行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Write a note on the checkpoint…</source>
   <translation>填写检查点的备注…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Write a number, such as 60.</source>
   <translation>请填写数字，例如 60。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Write in the line and put the cursor where it should be split.</source>
   <translation>请在行中编辑，并将光标放在要拆分的位置。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Write new tasks</source>
   <translation>编写新任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Write tasks</source>
   <translation>编写任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>Write the condition.</source>
   <translation>请填写条件。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>Write the first checkpoint</source>
   <translation>撰写第一个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>Write the first one yourself, paste a table from Excel or Word, or have a draft made.</source>
   <translation>请自行撰写第一个检查点，从 Excel 或 Word 粘贴表格，或生成草稿。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Write the rationale</source>
   <translation>填写理由</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Write {n} task</source>
   <translation>编写{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>Write {n} tasks</source>
   <translation>编写{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/verdicts.py" />
   <source>Writing verdicts</source>
   <translation>正在写入判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>Writing…</source>
   <translation>正在生成…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/detail.py" />
   <source>Written to the cache</source>
   <translation>写入缓存</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>Written to {path}.</source>
   <translation>已写入 {path}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/part_words.py" />
   <source>Yes</source>
   <translation>是</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>Yet it answers {share} there as the experts do, not surely less than elsewhere: κ is low because one of the answers is rare.</source>
   <translation>不过在那里它有 {share} 的回答与专家一致，不能断定低于其他部分：κ 低是因为其中一种答案很少出现。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>You are writing</source>
   <translation>您正在撰写的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project_state_page.py" />
   <source>You can look at everything here; only a lead could change it.</source>
   <translation>您可以查看此处的所有内容，但只有负责人可以更改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project_state_page.py" />
   <source>You can look at everything here; only leads change it: {leads}.</source>
   <translation>您可以查看此处的所有内容，但只有负责人可以更改：{leads}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>You decide on your own work. It is marked as self-accepted and self-adjudicated, in every report too.</source>
   <translation>您对自己的工作作决定。这会标记为自行接受和自行裁定，所有报告中也会注明。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/exchange_files.py" />
   <source>You have opened this assignment before, as {project}.</source>
   <translation>您此前已打开过此分配，对应的项目为“{project}”。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/model.py" />
   <source>You have read it.</source>
   <translation>您已读过。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/pair.py" />
   <source>You may still judge or confirm one of these responses: no verdict is shown.</source>
   <translation>您仍可评判或确认其中一个回答：不显示判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/page.py" />
   <source>You may still judge this response</source>
   <translation>您仍可评判此回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/unblinding.py" />
   <source>You will see systems, judgments of others and verdicts before you have judged. The history records it, and judgments that you make on these responses afterwards are marked as unblinded. This cannot be undone.</source>
   <translation>您将在评判之前看到系统名称、他人的评判和模型的判定。历史会记录此操作，您之后对这些回答所作的评判会标记为“已揭盲”。此操作无法撤销。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/sidebar.py" />
   <source>You work as {name}</source>
   <translation>当前身份：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>You're all caught up</source>
   <translation>没有待办事项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>Youden’s J</source>
   <translation>Youden J</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Your brief was returned with a reason.</source>
   <translation>有人要求修改您的任务书。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Your domains</source>
   <translation>您的领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Your name</source>
   <translation>您的姓名</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Your own briefs and rubrics.</source>
   <translation>您自己的任务书和评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Your prompt appears here as the model will receive it.</source>
   <translation>左侧所写的内容在此处按模型收到的样子显示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Your review of this revision is done. Ctrl+Z takes it back.</source>
   <translation>您对此修订版的评审已完成。按 Ctrl+Z 可撤销。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Your roles</source>
   <translation>您的角色</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/who.py" />
   <source>Your work is recorded under this name. If yours is missing, a lead adds you on the People page.</source>
   <translation>您的操作会以此姓名记录。如果没有您的姓名，请负责人在“人员”页面添加。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>Zero-shot</source>
   <translation>零样本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>a response you may judge</source>
   <translation>您可评判的回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>a run’s end</source>
   <translation>运行结束</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>about {amount}</source>
   <translation>约 {amount}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>about {time}</source>
   <translation>约 {time}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>accepted proposals</source>
   <translation>采纳了建议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>accepted the brief</source>
   <translation>接受了任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>accuracy has no interval</source>
   <translation>准确率没有区间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>accuracy may be as low as {low}</source>
   <translation>准确率可能低至 {low}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>added a checkpoint</source>
   <translation>添加了一个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>added a comment</source>
   <translation>添加了评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>added a person</source>
   <translation>添加了人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>added checkpoints</source>
   <translation>添加了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>added dimensions</source>
   <translation>添加了维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>added domains</source>
   <translation>添加了领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>added responses</source>
   <translation>添加了回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>against</source>
   <translation>对比</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>agreement</source>
   <translation>一致性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>all</source>
   <translation>全部</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>all domains</source>
   <translation>所有领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>an expert’s judgment was decided anew</source>
   <translation>专家已重新判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>anchored</source>
   <translation>锚定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>anchors of the judge are unknown</source>
   <translation>评审模型的锚例未知</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>and</source>
   <translation>另一专家</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/importing.py" />
   <source>and {n} more</source>
   <translation>另有{n}项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>answered a packet</source>
   <translation>答复了工作包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_panel.py" />
   <source>answers</source>
   <translation>判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>approved</source>
   <translation>已批准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>approved the rubric</source>
   <translation>批准了评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items_model.py" />
   <source>asked again since</source>
   <translation>此后已重新询问</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/wording.py" />
   <source>at least {amount}</source>
   <translation>至少 {amount}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>attached a file</source>
   <translation>添加了附件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>attachments not seen</source>
   <translation>未看到附件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>baseline</source>
   <translation>基线</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>brought something in a packet</source>
   <translation>通过工作包带来了内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/page.py" />
   <source>by {name}</source>
   <translation>作者：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>by {who}, {when}</source>
   <translation>{who}，{when}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/prompt_view.py" />
   <source>cacheable</source>
   <translation>可缓存</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>cap not kept</source>
   <translation>超出上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>cap without evidence</source>
   <translation>上限缺少依据</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>certified an alignment</source>
   <translation>签发了对齐证书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/saving_files.py" />
   <source>chart</source>
   <translation>图表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/facts.py" />
   <source>choose</source>
   <translation>请选择</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>chose a disagreement as an anchor</source>
   <translation>将一处分歧选为锚点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>chose an anchor</source>
   <translation>选择了锚例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>cleared a chosen anchor</source>
   <translation>取消了所选锚例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>confirmed</source>
   <translation>已确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>confirmed by {name}</source>
   <translation>由{name}确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>confirmed judgments</source>
   <translation>确认了评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>contradicts its rationale</source>
   <translation>与理由矛盾</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>copy</source>
   <translation>副本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/wording.py" />
   <source>cost unknown</source>
   <translation>费用未知</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>created a copy of the project</source>
   <translation>创建了项目副本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>created the project</source>
   <translation>创建了项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>created the task</source>
   <translation>创建了任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>decided on a qualification</source>
   <translation>登记了资格</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>described dimensions</source>
   <translation>填写了维度说明</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>described the project</source>
   <translation>填写了项目说明</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/pair.py" />
   <source>differ</source>
   <translation>不一致</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/lines.py" />
   <source>differs</source>
   <translation>不一致</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>disagreements</source>
   <translation>分歧</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>discarded proposals</source>
   <translation>放弃了建议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>discarded the task</source>
   <translation>废弃了任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>dismissed a finding</source>
   <translation>忽略了提示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>disputed a judgment</source>
   <translation>对评判提出了异议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>duplicated a checkpoint</source>
   <translation>复制了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>e.g. Commercial leases 2026</source>
   <translation>例如：商业租约 2026</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>edited a checkpoint</source>
   <translation>编辑了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>edited a comment</source>
   <translation>编辑了评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>edited a person</source>
   <translation>编辑了人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>edited several checkpoints</source>
   <translation>编辑了多个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>edited since</source>
   <translation>已被修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>edited the brief</source>
   <translation>编辑了任务说明</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>error</source>
   <translation>出错</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/words.py" />
   <source>everything</source>
   <translation>全部</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>experts score {bounds} %</source>
   <translation>专家评分 {bounds}%</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>experts: {score} %</source>
   <translation>专家：{score}%</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>fewer than {n} shared ratings</source>
   <translation>共同评定不足 {n} 项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>finished a spot check</source>
   <translation>完成了抽查</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>founded the project</source>
   <translation>创建了项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>free</source>
   <translation>免费</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>had a rubric drafted</source>
   <translation>生成了评分细则草稿</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>handed over</source>
   <translation>已移交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>handed the authority over to a copy</source>
   <translation>将决定权移交给副本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items_model.py" />
   <source>hidden</source>
   <translation>已隐藏</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/scale_form.py" />
   <source>if</source>
   <translation>，条件：</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>images not seen</source>
   <translation>未看到图像</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>imported a file</source>
   <translation>导入了文件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>imported a rubric table</source>
   <translation>导入了评分细则表格</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>imported a submission</source>
   <translation>导入了提交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>imported as confirmed</source>
   <translation>导入时即为已确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>imported {when}</source>
   <translation>导入于{when}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>incomplete</source>
   <translation>不足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>input</source>
   <translation>输入</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>interval not estimable</source>
   <translation>区间无法估计</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>invalid</source>
   <translation>无效</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>it was found on an earlier self of the judge</source>
   <translation>评审模型已不是当时的版本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>judge scores {bounds} %</source>
   <translation>评审模型评分 {bounds}%</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>judged a checkpoint</source>
   <translation>评判了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/queue.py" />
   <source>judged by {name}</source>
   <translation>评判人：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>judges responses blind</source>
   <translation>盲评回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>kept the causes of disagreements</source>
   <translation>保留了分歧的原因</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>looked at a judge’s verdicts</source>
   <translation>查看了评审模型的判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>made of name and year</source>
   <translation>由名称和年份生成</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>majority-class baseline</source>
   <translation>多数类基线</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>mean absolute error has no interval</source>
   <translation>平均绝对误差没有区间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>mean absolute error may be as high as {high}</source>
   <translation>平均绝对误差可能高达 {high}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>merged checkpoints</source>
   <translation>合并了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>met</source>
   <translation>满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/answering.py" />
   <source>minimum {n}</source>
   <translation>最低要求 {n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>moved checkpoints</source>
   <translation>调整了检查点顺序</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>n</source>
   <translation>n</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>n = {n}</source>
   <translation>n = {n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>n = {n}, weaker</source>
   <translation>n = {n}，较弱</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>named the cause of disagreements</source>
   <translation>指明了分歧的原因</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>nearly the same characters</source>
   <translation>字符几乎相同</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/comparing_charts.py" />
   <source>no difference</source>
   <translation>无差异</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>no dimension</source>
   <translation>无维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>no domain</source>
   <translation>未设领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>no interval</source>
   <translation>无区间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>no limit</source>
   <translation>不限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>no quote found</source>
   <translation>未找到引文</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>no response</source>
   <translation>无回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>no response to {n} task</source>
   <translation>{n}个任务无回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>no response to {n} tasks</source>
   <translation>{n}个任务无回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/model.py" />
   <source>no role</source>
   <translation>无角色</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>no submission yet</source>
   <translation>尚无提交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>nobody</source>
   <translation>无</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>nobody yet</source>
   <translation>尚无</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>none</source>
   <translation>无</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/page.py" />
   <source>none named</source>
   <translation>未指定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>none yet</source>
   <translation>尚无</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>not asked</source>
   <translation>未询问</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>not assessed</source>
   <translation>未评估</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>not found in the response</source>
   <translation>回答中未找到</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>not judged</source>
   <translation>未评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>not met</source>
   <translation>不满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>not passed</source>
   <translation>未通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>not recorded</source>
   <translation>未记录</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>not required</source>
   <translation>不要求</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/answering.py" />
   <source>not saved yet</source>
   <translation>尚未保存</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>now</source>
   <translation>现在</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>of them cacheable</source>
   <translation>其中可缓存</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>of {limit}</source>
   <translation>上限 {limit}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>on the command line</source>
   <translation>通过命令行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>on {n} with a finding both agree by now</source>
   <translation>{n}项已归因者现已一致</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>one contains the other</source>
   <translation>一方包含另一方</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>one pair of responses</source>
   <translation>一对回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>one response</source>
   <translation>一个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>opened a form</source>
   <translation>打开了标注表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>opened a packet</source>
   <translation>打开了工作包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>opened an assignment</source>
   <translation>打开了分配</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>opposite order</source>
   <translation>顺序相反</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>overridden</source>
   <translation>已改判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>overridden by {name}</source>
   <translation>由{name}改判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>overrode a judgment</source>
   <translation>改判了一条评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>p</source>
   <translation>p</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>p &lt; 0.001</source>
   <translation>p 小于 0.001</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>p = {p}</source>
   <translation>p = {p}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>p unknown</source>
   <translation>p 未知</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>p {p}</source>
   <translation>p {p}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>passed</source>
   <translation>通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>pending</source>
   <translation>待处理</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>published something</source>
   <translation>发布了内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>quotes the rubric</source>
   <translation>引用评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>quotes the worked example</source>
   <translation>引用示例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>reapplied the outbox of a copy</source>
   <translation>重新应用了副本的待发内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>reassigned the task</source>
   <translation>改派了任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>redid a change</source>
   <translation>重做了操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>redid a change: {deed}</source>
   <translation>重做：{deed}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>removed a file</source>
   <translation>移除了附件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>removed a gold subset</source>
   <translation>删除了金标准子集</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>removed a response</source>
   <translation>删除了回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>removed checkpoints</source>
   <translation>删除了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>reopened a comment</source>
   <translation>重新打开了评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>reopened disagreements</source>
   <translation>重新打开了分歧</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>reopened the rubric</source>
   <translation>重新开放了评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>reopened the rubric to fix a checkpoint</source>
   <translation>重新打开了评分标准以修正检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>replied to a comment</source>
   <translation>回复了评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>required</source>
   <translation>须取得</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>resolved a comment</source>
   <translation>解决了评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>response addresses the judge</source>
   <translation>回答试图影响评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>response has hidden characters</source>
   <translation>回答含隐藏字符</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>response is all but empty</source>
   <translation>回答近乎空白</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>rests on a text that was edited since; does not count</source>
   <translation>所依据的文本此后已被修改；不计入</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>returned the brief</source>
   <translation>退回了任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>reviewing</source>
   <translation>评审中</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>reviews the rubrics of others</source>
   <translation>评审他人的评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>revision {n}</source>
   <translation>修订版{n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>rubrics</source>
   <translation>评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>runs the project</source>
   <translation>管理项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>same attachments, short texts</source>
   <translation>附件相同，文字很短</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>same order</source>
   <translation>顺序相同</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>same text</source>
   <translation>文本相同</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>same words, other order</source>
   <translation>用词相同，顺序不同</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>sampled spot checks</source>
   <translation>抽取了抽查样本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>sampled the gold subset</source>
   <translation>抽取了黄金子集</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>schema not enforced</source>
   <translation>未强制格式</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>score, all scales</source>
   <translation>得分，全部量表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>scored responses</source>
   <translation>为回答打了分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/composer.py" />
   <source>seconds</source>
   <translation>秒</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>seed {n}</source>
   <translation>种子 {n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>seed {seed}</source>
   <translation>种子 {seed}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>sent a packet</source>
   <translation>发出了工作包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>sent an assignment</source>
   <translation>发送了分配</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>sent back</source>
   <translation>已退回</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>sent the rubric back</source>
   <translation>退回了评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>sent {when}</source>
   <translation>发送于{when}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>set the baseline</source>
   <translation>设置了基线</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>set the grading policy</source>
   <translation>设置了评分准则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>set the policies</source>
   <translation>设定了规则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>split a checkpoint</source>
   <translation>拆分了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>spot-checks rubrics, confirms judgments</source>
   <translation>抽查评分细则，确认评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>started</source>
   <translation>已开始</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>started a run</source>
   <translation>启动了运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>started the review</source>
   <translation>开始了评审</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>stopped waiting for a packet</source>
   <translation>不再等待工作包的答复</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>stopped waiting for a submission</source>
   <translation>不再等待提交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>stronger</source>
   <translation>较强</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>submission</source>
   <translation>提交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>submitted a form</source>
   <translation>提交了标注表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>submitted the brief</source>
   <translation>提交了任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>submitted the rubric for review</source>
   <translation>提交了评分标准以供评审</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>submitted their work</source>
   <translation>提交了工作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>submitted {when}</source>
   <translation>提交于{when}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/words.py" />
   <source>subset {name}</source>
   <translation>子集“{name}”</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>sufficient</source>
   <translation>充分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/verdict_rows.py" />
   <source>text edited since</source>
   <translation>文本此后已修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>the baseline’s</source>
   <translation>基线的锚例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>the best {n} places; more words leave fewer</source>
   <translation>最相关的{n}处；增加关键词可缩小范围</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>the grading policy</source>
   <translation>评分准则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>the judge</source>
   <translation>评审模型</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>the judge was asked again</source>
   <translation>评审模型已重新判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>the judge was shown the experts’ judgments of it</source>
   <translation>评审模型看过专家对该系统的判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>the judge’s prompt</source>
   <translation>评审模型的提示词</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>the model’s</source>
   <translation>模型默认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>the newest {n} steps</source>
   <translation>最近{n}条操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>the project’s lead</source>
   <translation>项目负责人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/judge_part.py" />
   <source>the provider’s own</source>
   <translation>服务商默认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>the text was edited</source>
   <translation>文本已被修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/charts.py" />
   <source>tied</source>
   <translation>同分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/words.py" />
   <source>time left unknown</source>
   <translation>剩余时间未知</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>to</source>
   <translation>至</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/wording.py" />
   <source>today, {clock}</source>
   <translation>今天 {clock}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>took a packet in</source>
   <translation>收入了工作包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>trial {n}</source>
   <translation>第{n}次试验</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>unblinded responses</source>
   <translation>解除了回答的盲态</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>undecided</source>
   <translation>未判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>undid a change</source>
   <translation>撤销了操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>undid a change: {deed}</source>
   <translation>撤销：{deed}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/plan_part.py" />
   <source>unknown</source>
   <translation>未知</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>unknown cap</source>
   <translation>未知上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>usable</source>
   <translation>有效</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>verdicts</source>
   <translation>判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>waits for a packet again</source>
   <translation>重新等待工作包的答复</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>waits for a senior expert; does not count</source>
   <translation>等待资深专家；不计入</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>waits for a submission again</source>
   <translation>重新等待提交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>weaker</source>
   <translation>较弱</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/model.py" />
   <source>weight {n}</source>
   <translation>权重{n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>weighted κ has no interval</source>
   <translation>加权 κ 没有区间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>weighted κ may be as low as {low}</source>
   <translation>加权 κ 可能低至 {low}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>withdrew a comment</source>
   <translation>撤回了评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>without reference answers</source>
   <translation>不含参考答案</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/options.py" />
   <source>without rubrics, and what was judged by them</source>
   <translation>不含评分细则及据此所作的评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>writes tasks and their rubrics</source>
   <translation>撰写任务及其评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/workflow/commands.py" />
   <source>wrote a caption</source>
   <translation>填写了附件说明</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/wording.py" />
   <source>yesterday, {clock}</source>
   <translation>昨天 {clock}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>zero-shot</source>
   <translation>零样本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>{domain} {drawn} of {ready}</source>
   <translation>{domain} {drawn}/{ready}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{done}: CDR {cdr}, κ {kappa}.</source>
   <translation>{done}：CDR {cdr}，κ {kappa}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>{done}: {n} task.</source>
   <translation>{done}：{n}个任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>{done}: {n} tasks.</source>
   <translation>{done}：{n}个任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>{figure} ({scale})</source>
   <translation>{figure}（{scale}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>{figure}: {value}</source>
   <translation>{figure}：{value}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/exchange_files.py" />
   <source>{file} belongs in {project}.</source>
   <translation>{file} 属于项目“{project}”。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/importing.py" />
   <source>{file} cannot be imported. Nothing was changed.</source>
   <translation>无法导入 {file}。未作任何更改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>{file} cannot be read as UTF-8 text.</source>
   <translation>无法将 {file} 作为 UTF-8 文本读取。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/assignment.py" />
   <source>{file} exists already. Choose another name.</source>
   <translation>{file} 已存在。请选择其他名称。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/taking_in.py" />
   <source>{file} is no bundle. Open or start a project first; tables are imported into it.</source>
   <translation>{file} 不是数据包。请先打开或新建项目，再将表格导入其中。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/taking_in.py" />
   <source>{file} is ready.</source>
   <translation>{file} 已就绪。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>{file} is up to date. The earlier file is kept as {former}.</source>
   <translation>{file} 已是最新。原文件保留为 {former}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/taking_in.py" />
   <source>{file} was imported: {n} records.</source>
   <translation>已导入 {file}：{n}条记录。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>{first} : {second}</source>
   <translation>{first} : {second}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>{first} and {second} compared</source>
   <translation>{first}与{second}的比较</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>{first} and {second} have no answers in common.</source>
   <translation>{first}与{second}没有共同的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>{first} and {second} have no task in common.</source>
   <translation>{first}与{second}没有共同的任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>{first} and {second}, task by task</source>
   <translation>{first}与{second}逐任务对照</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>{gold} of {n} confirmed</source>
   <translation>{n}个检查点中{gold}个已确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>{high} (always the median: {constant})</source>
   <translation>{high}（始终取中位数：{constant}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/page.py" />
   <source>{judged} and {scored} on a text that has been edited since.</source>
   <translation>{judged}和{scored}所依据的文本此后已被修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>{judge} broke off: {counts} are saved.</source>
   <translation>{judge}已中断：{counts}已保存。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>{judge} failed. {why}</source>
   <translation>{judge}失败。{why}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>{judge} is done but for {n}: {counts}.</source>
   <translation>{judge}已完成，但有{n}条未得出：{counts}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{judge} is right, this judge is not</source>
   <translation>{judge}正确，此评审模型错误</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>{judge} was cancelled: {counts} are saved.</source>
   <translation>{judge}已取消：{counts}已保存。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>{judge}: budget reached. Saved: {counts}.</source>
   <translation>{judge}的预算已用尽：{counts}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>{judge}: everything was known already.</source>
   <translation>{judge}：所有判定均已存在。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>{judge}: run finished, {counts}.</source>
   <translation>{judge}已完成：{counts}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>{keys} is taken by “{action}” ({group}). Nothing was changed.</source>
   <translation>{keys} 已用于“{action}”（{group}）。未作更改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>{keys} now means “{action}”.</source>
   <translation>{keys} 现用于“{action}”。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{known} known, {ok} decided, {invalid} invalid, {error} errors of {total}</source>
   <translation>共{total}条：已有{known}条，已判定{ok}条，无效{invalid}条，出错{error}条</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>{lines} of {least} to {most} · {points}</source>
   <translation>{lines}个（要求{least}至{most}个） · {points}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>{low} (majority class: {majority})</source>
   <translation>{low}（多数类：{majority}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>{low} to {high}</source>
   <translation>{low} 至 {high}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>{met} of {n} met, {gold} confirmed</source>
   <translation>{n}个检查点中{met}个满足，{gold}个已确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/items.py" />
   <source>{met} of {n} responses meet it, 95 % interval {span}</source>
   <translation>{n}个回答中{met}个满足，95% 置信区间 {span}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>{model} answered after {seconds} s</source>
   <translation>{model} 在 {seconds} 秒后作答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{model}, {mode}</source>
   <translation>{model}，{mode}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{moved} (difference {difference} {span})</source>
   <translation>{moved}（差值 {difference} {span}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>{name} sent this rubric back.</source>
   <translation>{name} 退回了这份评分标准。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>{name}, its author</source>
   <translation>{name}（作者）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>{name}, who becomes its author</source>
   <translation>{name}（将成为作者）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>{name}, {moment}, revision {n}</source>
   <translation>{name}，{moment}，修订版{n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>{name}: spot check {outcome}</source>
   <translation>{name}：抽查（{outcome}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>{name}: {asked}</source>
   <translation>{name}：{asked}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>{name}: {n} checkpoints, {points} points, {part}</source>
   <translation>{name}：{n}个检查点，{points}分，{part}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>{name}: {outcome} (revision {n})</source>
   <translation>{name}：{outcome}（修订版{n}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/rating_words.py" />
   <source>{name}: {text}</source>
   <translation>{name}：{text}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>{n} a call</source>
   <translation>每次调用{n}个</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} added</source>
   <translation>新增{n}个</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} adjudication</source>
   <translation>{n} 项裁定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} adjudications</source>
   <translation>{n} 项裁定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/composer/prompts.py" />
   <source>{n} anchor</source>
   <translation>{n}个锚例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>{n} anchors</source>
   <translation>{n}个锚例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_panel.py" />
   <source>{n} answer</source>
   <translation>{n}项判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>{n} answer rests on a text that was edited since, and is left out: score again.</source>
   <translation>{n}项判定所依据的文本此后已被修改，已略去：请重新评分。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>{n} answer that both have</source>
   <translation>{n}项共有的判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/cases_panel.py" />
   <source>{n} answers</source>
   <translation>{n}项判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>{n} answers rest on texts that were edited since, and are left out: score again.</source>
   <translation>{n}项判定所依据的文本此后已被修改，已略去：请重新评分。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>{n} answers that both have</source>
   <translation>{n}项共有的判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>{n} apart from the experts' median {value}</source>
   <translation>与专家中位数 {value} 相差 {n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>{n} are settled as before.</source>
   <translation>{n}项已按原归因处理。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/answering.py" />
   <source>{n} band</source>
   <translation>{n} 个分段</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/answering.py" />
   <source>{n} bands</source>
   <translation>{n} 个分段</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>{n} call</source>
   <translation>{n}次调用</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} call of unknown cost</source>
   <translation>{n} 次调用费用未知</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>{n} calls</source>
   <translation>{n}次调用</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} calls a minute</source>
   <translation>每分钟{n}次调用</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} calls at once</source>
   <translation>并发{n}次调用</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} calls of unknown cost</source>
   <translation>{n} 次调用费用未知</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>{n} came right</source>
   <translation>{n}条由错变对</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/answering.py" />
   <source>{n} cap</source>
   <translation>{n} 条上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/answering.py" />
   <source>{n} caps</source>
   <translation>{n} 条上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>{n} change is not in it: the project has another version.</source>
   <translation>{n} 处更改未包含在内：项目中是另一个版本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>{n} change request waits for a reply; it stands in Remarks.</source>
   <translation>{n} 条修改要求等待回复，见“意见”。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>{n} change request.</source>
   <translation>{n}条意见要求修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>{n} change requests wait for replies; they stand in Remarks.</source>
   <translation>{n} 条修改要求等待回复，见“意见”。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>{n} change requests.</source>
   <translation>{n}条意见要求修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} changed</source>
   <translation>修改{n}个</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>{n} changes are not in it: the project has other versions.</source>
   <translation>{n} 处更改未包含在内：项目中是其他版本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>{n} character</source>
   <translation>{n}个字符</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>{n} characters</source>
   <translation>{n}个字符</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} checkpoint</source>
   <translation>{n}个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} checkpoint added</source>
   <translation>新增{n}个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>{n} checkpoint copied.</source>
   <translation>已复制{n}个检查点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} checkpoint fixed</source>
   <translation>修正{n}个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>{n} checkpoint not judged yet</source>
   <translation>{n}个检查点尚未评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>{n} checkpoint pasted.</source>
   <translation>已粘贴{n}个检查点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} checkpoint removed</source>
   <translation>删除{n}个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>{n} checkpoint removed.</source>
   <translation>已删除{n}个检查点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>{n} checkpoint written to {file}.</source>
   <translation>已将{n}个检查点写入 {file}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} checkpoints</source>
   <translation>{n}个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>{n} checkpoints ({least}–{most} recommended). The author's reason: {reason}</source>
   <translation>共 {n} 个检查点（建议 {least}–{most} 个）。作者的理由：{reason}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} checkpoints added</source>
   <translation>新增{n}个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>{n} checkpoints copied.</source>
   <translation>已复制{n}个检查点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} checkpoints fixed</source>
   <translation>修正{n}个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>{n} checkpoints not judged yet</source>
   <translation>{n}个检查点尚未评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>{n} checkpoints pasted.</source>
   <translation>已粘贴{n}个检查点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} checkpoints removed</source>
   <translation>删除{n}个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>{n} checkpoints removed.</source>
   <translation>已删除{n}个检查点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>{n} checkpoints written to {file}.</source>
   <translation>已将{n}个检查点写入 {file}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} comment</source>
   <translation>{n} 条评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} comments</source>
   <translation>{n} 条评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>{n} conflict is not decided; your version stays. Import again to decide it.</source>
   <translation>{n} 处冲突尚未决定，暂时保留您的版本。再次导入即可决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>{n} conflicts are not decided; your versions stay. Import again to decide them.</source>
   <translation>{n} 处冲突尚未决定，暂时保留您的版本。再次导入即可决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} decided</source>
   <translation>已判定{n}条</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>{n} disagreement</source>
   <translation>{n}处分歧</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>{n} disagreement is on a task that you may judge yourself, and not shown.</source>
   <translation>{n}处分歧涉及您本人可评判的任务，不予显示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>{n} disagreements</source>
   <translation>{n}处分歧</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>{n} disagreements are on tasks that you may judge yourself, and not shown.</source>
   <translation>{n}处分歧涉及您本人可评判的任务，不予显示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>{n} disagreements are open again.</source>
   <translation>{n}处分歧已重新打开。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/error_analysis.py" />
   <source>{n} disagreements are settled.</source>
   <translation>{n}处分歧已处理。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} drawn</source>
   <translation>抽取{n}份</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} error</source>
   <translation>{n}条出错</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} errors</source>
   <translation>{n}条出错</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} expert answer changed</source>
   <translation>{n}项专家判定有变化</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} expert answers changed</source>
   <translation>{n}项专家判定有变化</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/lines.py" />
   <source>{n} expert: {said}</source>
   <translation>{n} 位专家：{said}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/lines.py" />
   <source>{n} experts: {said}</source>
   <translation>{n} 位专家：{said}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>{n} fewer than recommended ({least}–{most}). Submitting asks for a reason.</source>
   <translation>比建议的数量（{least}–{most}）少 {n} 个。提交时须说明理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>{n} file</source>
   <translation>{n}个文件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>{n} files</source>
   <translation>{n}个文件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>{n} form selected</source>
   <translation>已选中 {n} 份评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>{n} forms selected</source>
   <translation>已选中 {n} 份评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>{n} held-out task goes without its reference answer, its rubric and what was judged by it.</source>
   <translation>{n}个保留任务略去参考答案、评分细则及据此所作的评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>{n} held-out task goes without its reference answer.</source>
   <translation>{n}个保留任务略去参考答案。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>{n} held-out task goes without its rubric and what was judged by it.</source>
   <translation>{n}个保留任务略去评分细则及据此所作的评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>{n} held-out tasks go without reference answers, rubrics and what was judged by them.</source>
   <translation>{n}个保留任务略去参考答案、评分细则及据此所作的评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>{n} held-out tasks go without reference answers.</source>
   <translation>{n}个保留任务略去参考答案。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/kinds.py" />
   <source>{n} held-out tasks go without rubrics and what was judged by them.</source>
   <translation>{n}个保留任务略去评分细则及据此所作的评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} in flight, {m} allowed at once</source>
   <translation>{n}个进行中，最多并发{m}个</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} invalid</source>
   <translation>{n}条无效</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} judgment</source>
   <translation>{n}条评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/page.py" />
   <source>{n} judgment rests</source>
   <translation>{n}条评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} judgment rests on an older text since</source>
   <translation>{n}条评判所依据的文本已过时</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} judgment rests on an older text: its expert decides it again before it counts.</source>
   <translation>{n}条评判所依据的文本已过时：须由专家重新判定后才计入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} judgments</source>
   <translation>{n}条评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/page.py" />
   <source>{n} judgments rest</source>
   <translation>{n}条评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} judgments rest on an older text since</source>
   <translation>{n}条评判所依据的文本已过时</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} judgments rest on older texts: their experts decide them again before they count.</source>
   <translation>{n}条评判所依据的文本已过时：须由专家重新判定后才计入。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} known before</source>
   <translation>原有{n}条</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} line</source>
   <translation>{n}行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} lines</source>
   <translation>{n}行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>{n} more</source>
   <translation>另有 {n} 项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/unblinding.py" />
   <source>{n} more are on responses that you still have to judge or confirm, and not shown.</source>
   <translation>另有{n}项所涉回答尚待您评判或确认，不予显示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/unblinding.py" />
   <source>{n} more is on a response that you still have to judge or confirm, and not shown.</source>
   <translation>另有{n}项所涉回答尚待您评判或确认，不予显示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>{n} more response</source>
   <translation>另有 {n} 个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>{n} more responses</source>
   <translation>另有 {n} 个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>{n} more than recommended ({least}–{most}). Submitting asks for a reason.</source>
   <translation>比建议的数量（{least}–{most}）多 {n} 个。提交时须说明理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>{n} not ready</source>
   <translation>{n}个未就绪</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>{n} of at least {needed} pairs</source>
   <translation>{n}对回答（至少需要{needed}对）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>{n} of at least {needed} tasks</source>
   <translation>{n}个任务（至少需要{needed}个）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>{n} of {all} tasks with a rubric and responses. Excluded, as not rated: {tasks}.</source>
   <translation>有评分细则和回答的 {all} 个任务中的 {n} 个。因未评判而排除：{tasks}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/case.py" />
   <source>{n} of {total}</source>
   <translation>{n}/{total}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>{n} of {total} checkpoints are as the draft proposed them.</source>
   <translation>{total} 个检查点中有 {n} 个仍保持草稿原样。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/import_head.py" />
   <source>{n} of {total} decided</source>
   <translation>已决定 {n}/{total}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>{n} of {total} done</source>
   <translation>已完成 {n}/{total}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/files.py" />
   <source>{n} of {total} done. You can submit again later.</source>
   <translation>已完成 {n} / {total}。之后可以再次提交。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>{n} of {total} read.</source>
   <translation>已读 {n}/{total}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>{n} of {total} settled</source>
   <translation>已处理 {n}/{total}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/verdict/decision.py" />
   <source>{n} of {total} trials reach the minimum</source>
   <translation>{total} 次试验中有 {n} 次达到最低要求</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>{n} only after</source>
   <translation>{n}项仅之后有</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>{n} only before</source>
   <translation>{n}项仅之前有</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/page.py" />
   <source>{n} open</source>
   <translation>{n} 项未完成</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>{n} open finding.</source>
   <translation>{n} 条未处理的提示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>{n} open findings.</source>
   <translation>{n} 条未处理的提示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} open remark</source>
   <translation>{n}条未解决意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} open remarks</source>
   <translation>{n}条未解决意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} other change</source>
   <translation>{n} 处其他更改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} other changes</source>
   <translation>{n} 处其他更改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} output</source>
   <translation>输出 {n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} pair</source>
   <translation>{n}对回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/pairs_panel.py" />
   <source>{n} pair of responses</source>
   <translation>{n}对回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} pairs</source>
   <translation>{n}对回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/pairs_panel.py" />
   <source>{n} pairs of responses</source>
   <translation>{n}对回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} people</source>
   <translation>{n}人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} person</source>
   <translation>{n}人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>{n} place</source>
   <translation>{n}处</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>{n} places</source>
   <translation>{n}处</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>{n} point</source>
   <translation>{n}分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>{n} points</source>
   <translation>{n}分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} remark</source>
   <translation>{n}条意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>{n} remark on other lines.</source>
   <translation>其他行有{n}条意见。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} remarks</source>
   <translation>{n}条意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>{n} remarks on other lines.</source>
   <translation>其他行有{n}条意见。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} removed</source>
   <translation>删除{n}个</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} requests a minute</source>
   <translation>每分钟{n}次请求</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} response</source>
   <translation>{n}个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} response excluded (anchor or near-duplicate)</source>
   <translation>已排除 {n} 个回答（锚例或其近似重复）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>{n} response selected</source>
   <translation>已选中 {n} 个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>{n} response waits for your blind judgment</source>
   <translation>有 {n} 个回答等待您盲评</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} responses</source>
   <translation>{n}个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} responses excluded (anchors and near-duplicates)</source>
   <translation>已排除 {n} 个回答（锚例及其近似重复）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>{n} responses selected</source>
   <translation>已选中 {n} 个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/page.py" />
   <source>{n} responses wait for your blind judgment</source>
   <translation>有 {n} 个回答等待您盲评</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} review</source>
   <translation>{n}次评审</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} reviews</source>
   <translation>{n}次评审</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>{n} rubric was drawn for a spot check.</source>
   <translation>已抽取{n}份评分细则接受抽查。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>{n} rubrics were drawn for spot checks.</source>
   <translation>已抽取{n}份评分细则接受抽查。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>{n} run broke off before its end. Nothing of it is lost.</source>
   <translation>{n}个运行在结束前中断，没有丢失任何内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>{n} run goes on without the window.</source>
   <translation>{n} 个运行在窗口关闭后继续进行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>{n} run in progress</source>
   <translation>{n}个运行正在进行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>{n} runs broke off before their end. Nothing of them is lost.</source>
   <translation>{n}个运行在结束前中断，没有丢失任何内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>{n} runs go on without the window.</source>
   <translation>{n} 个运行在窗口关闭后继续进行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/run_news.py" />
   <source>{n} runs in progress</source>
   <translation>{n}个运行正在进行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>{n} selected</source>
   <translation>已选{n}项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} spot check</source>
   <translation>{n}次抽查</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} spot checks</source>
   <translation>{n}次抽查</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>{n} step</source>
   <translation>{n}条操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>{n} step in the project since</source>
   <translation>此后项目中有{n}条操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>{n} step since</source>
   <translation>此后有{n}条操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>{n} steps</source>
   <translation>{n}条操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>{n} steps in the project since</source>
   <translation>此后项目中有{n}条操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/preview.py" />
   <source>{n} steps since</source>
   <translation>此后有{n}条操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} submitted form</source>
   <translation>{n} 份已提交的评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} submitted forms</source>
   <translation>{n} 份已提交的评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} submitted rubric</source>
   <translation>{n} 份已提交的评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/words.py" />
   <source>{n} submitted rubrics</source>
   <translation>{n} 份已提交的评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} suggestion</source>
   <translation>{n}条建议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>{n} suggestion.</source>
   <translation>{n}条建议。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} suggestions</source>
   <translation>{n}条建议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>{n} suggestions.</source>
   <translation>{n}条建议。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/words.py" />
   <source>{n} system</source>
   <translation>{n} 个系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/words.py" />
   <source>{n} systems</source>
   <translation>{n} 个系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} task</source>
   <translation>{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>{n} task is not ready and cannot be drawn</source>
   <translation>{n}个任务尚未就绪，不能抽取</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>{n} task is ready to be scored</source>
   <translation>{n} 个任务可以评分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>{n} task on which only one of them has a score is left out.</source>
   <translation>略去{n}个仅一方有评分的任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>{n} task selected</source>
   <translation>已选择{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/chosen_tasks.py" />
   <source>{n} task ticked</source>
   <translation>已勾选{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} tasks</source>
   <translation>{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/gold/page.py" />
   <source>{n} tasks are not ready and cannot be drawn</source>
   <translation>{n}个任务尚未就绪，不能抽取</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>{n} tasks are ready to be scored</source>
   <translation>{n} 个任务可以评分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>{n} tasks on which only one of them has a score are left out.</source>
   <translation>略去{n}个仅一方有评分的任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sending.py" />
   <source>{n} tasks selected</source>
   <translation>已选择{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/widgets/chosen_tasks.py" />
   <source>{n} tasks ticked</source>
   <translation>已勾选{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} tier, dimension or domain compared: none lies below the others.</source>
   <translation>已比较{n}个层级、维度或领域：没有低于其余的。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} tiers, dimensions and domains compared: none lies below the others.</source>
   <translation>已比较{n}个层级、维度和领域：没有低于其余的。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>{n} times</source>
   <translation>{n}次</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} to go</source>
   <translation>剩余{n}条</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>{n} token</source>
   <translation>{n}个 token</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} tokens</source>
   <translation>{n}个 token</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{n} tokens a minute</source>
   <translation>每分钟{n}个 token</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>{n} trials</source>
   <translation>{n}次试验</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>{n} verdict</source>
   <translation>{n}条判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} verdict asked for</source>
   <translation>询问{n}条判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>{n} verdict changed</source>
   <translation>{n}条判定有变化</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>{n} verdict invalid, failed or undecided</source>
   <translation>{n}条判定无效、失败或未定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/verdicts.py" />
   <source>{n} verdict is hidden: you may still judge or confirm that response yourself.</source>
   <translation>隐藏了 {n} 条判定：您仍可能评判或确认该回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} verdict rests on a text that was edited since.</source>
   <translation>{n}条判定所依据的文本此后已被修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} verdict rests on an older text since</source>
   <translation>{n}条判定所依据的文本已过时</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} verdict without seeing all attachments</source>
   <translation>{n}条判定未看到全部附件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/items.py" />
   <source>{n} verdicts</source>
   <translation>{n}条判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/verdicts.py" />
   <source>{n} verdicts are hidden: you may still judge or confirm those responses yourself.</source>
   <translation>隐藏了 {n} 条判定：您仍可能评判或确认这些回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} verdicts asked for</source>
   <translation>询问{n}条判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>{n} verdicts changed</source>
   <translation>{n}条判定有变化</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/words.py" />
   <source>{n} verdicts invalid, failed or undecided</source>
   <translation>{n}条判定无效、失败或未定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} verdicts rest on an older text since</source>
   <translation>{n}条判定所依据的文本已过时</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} verdicts rest on texts that were edited since.</source>
   <translation>{n}条判定所依据的文本此后已被修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} verdicts without seeing all attachments</source>
   <translation>{n}条判定未看到全部附件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>{n} wait to be judged, confirmed or scored anew</source>
   <translation>{n}项待重新评判、确认或评分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/queue.py" />
   <source>{n} waits to be judged, confirmed or scored anew</source>
   <translation>{n}项待重新评判、确认或评分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>{n} was refused: {why}</source>
   <translation>{n}个被拒绝：{why}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{n} weighed anew</source>
   <translation>调整{n}个权重</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>{n} went wrong</source>
   <translation>{n}条由对变错</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>{n} were refused. The first because: {why}</source>
   <translation>{n}个被拒绝。第一个的原因：{why}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/page.py" />
   <source>{one} and {other} agree on {n} of {total} ({part})</source>
   <translation>{one}与{other}：{total}个检查点中有{n}个一致（{part}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/sidebar.py" />
   <source>{page}, {n} waiting</source>
   <translation>{page}，{n}项待处理</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/judge_names.py" />
   <source>{parameter} not sent</source>
   <translation>未发送 {parameter}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{part} from the cache</source>
   <translation>{part} 来自缓存</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/runs/overview.py" />
   <source>{part} · {n} of {total} verdicts</source>
   <translation>{part} · {n}/{total}条判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/publish/page.py" />
   <source>{path} is not there any more.</source>
   <translation>{path} 已不存在。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>{rank} =</source>
   <translation>并列 {rank}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/who.py" />
   <source>{role}: {name}</source>
   <translation>{role}：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{second} and {first}: no significant difference in ranking responses.</source>
   <translation>{second}与{first}在回答排序上无显著差异。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{second} less {first} on graded checkpoints ({scale}), tests by task, p corrected: weighted κ {kappa}; mean absolute error {error}.</source>
   <translation>分级检查点（{scale}）上 {second} 减 {first}，按任务检验，p 已校正：加权 κ {kappa}；平均绝对误差 {error}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{second} less {first}, tests by task, p corrected: CDR {cdr}; κ {kappa}; accuracy {accuracy}.</source>
   <translation>{second}减{first}，按任务检验，p 已校正：CDR {cdr}；κ {kappa}；准确率 {accuracy}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{second} ranks responses better than {first}.</source>
   <translation>{second}对回答的排序优于{first}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{second} ranks responses worse than {first}.</source>
   <translation>{second}对回答的排序劣于{first}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/compare.py" />
   <source>{second} wins {wins}, {first} wins {losses}, {ties} are even; sign test p {p}, Wilcoxon’s signed-rank test p {q}.</source>
   <translation>{second}胜{wins}项，{first}胜{losses}项，持平{ties}项；符号检验 p {p}，Wilcoxon 符号秩检验 p {q}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>{share}, {span}, over {known}</source>
   <translation>{share}，{span}，基于{known}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/assignments/sides.py" />
   <source>{side} – chosen</source>
   <translation>{side}（已选）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/leaderboard.py" />
   <source>{system} (baseline)</source>
   <translation>{system}（基线）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/results/system.py" />
   <source>{system} against the mean of the other systems</source>
   <translation>{system}与其他系统均值的对照</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/next_steps.py" />
   <source>{task} · Response {letter}</source>
   <translation>{task} · 回答 {letter}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/adjudication/settling.py" />
   <source>{task} · Response {letter}, judged by {name}</source>
   <translation>{task} · 回答 {letter}，评判人：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>{task}: {response} and anchor {anchor}, {reason} ({share})</source>
   <translation>{task}：{response} 与锚例 {anchor}，{reason}（{share}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>{time} left</source>
   <translation>剩余 {time}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>{time} so far</source>
   <translation>已用 {time}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/rating_words.py" />
   <source>{values}: {apart} apart, median {median}</source>
   <translation>{values}：相差 {apart}，中位数 {median}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/words.py" />
   <source>{what} changed</source>
   <translation>{what}有变化</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>{when}; inputs unchanged.</source>
   <translation>{when}；输入内容未变。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>α</source>
   <translation>α</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>κ</source>
   <translation>κ</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/trend.py" />
   <source>κ before and after, on the answers that both have.</source>
   <translation>两者共有判定的前后 κ。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/overview.py" />
   <source>κ by tier with 95 % intervals.</source>
   <translation>各层级的 κ 及 95% 置信区间。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>κ has no interval</source>
   <translation>κ 没有区间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>κ may be as low as {low}</source>
   <translation>κ 可能低至 {low}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/compare.py" />
   <source>κ of both by dimension.</source>
   <translation>两者在各维度上的 κ。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/tabs.py" />
   <source>κ with 95 % intervals; hollow where there is too little to compare with the rest.</source>
   <translation>κ 及其 95% 置信区间；空心表示数据太少，无法与其余相比。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>ρ</source>
   <translation>ρ</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/metrics/registry.py" />
   <source>τ-b</source>
   <translation>τ-b</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>“{action}” has no shortcut now.</source>
   <translation>“{action}”现无快捷键。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>“{tag}” ({n} line)</source>
   <translation>“{tag}”（{n}行）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>“{tag}” ({n} lines)</source>
   <translation>“{tag}”（{n}行）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>† fewer than {n} tasks</source>
   <translation>† 任务数少于 {n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>‡ approximate interval: few tasks</source>
   <translation>‡ 近似区间：任务较少</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/figure_words.py" />
   <source>‡ approximate interval: fewer than {few} tasks behind the figure, or fewer than {sure} behind κ, CDR or a value near an end of its scale</source>
   <translation>‡ 近似区间：数值所依据的任务少于 {few} 个；κ、CDR 或接近量表端点的数值少于 {sure} 个</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/alignment/head.py" />
   <source>…</source>
   <translation>…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/wording.py" />
   <source>… and {n} more ({kinds}).</source>
   <translation>……另有 {n} 个（{kinds}）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/wording.py" />
   <source>… and {n} more.</source>
   <translation>…另有{n}项。</translation>
  </message>
 </context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
 <context>
  <name>Xpert</name>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/model.py" />
   <source>#</source>
   <translation>#</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/parts/bounds.py" />
   <source>({n} more characters)</source>
   <translation>（还有{n}个字符）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>A .xpert file. You can also drop it on this window.</source>
   <translation>.xpert 文件，也可拖放到此窗口。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>A bundle that somebody has sent you becomes a new project.</source>
   <translation>他人发来的数据包将成为一个新项目。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>A draft is a proposal. Nothing is in your rubric until you take it.</source>
   <translation>草稿仅为建议。您采纳之前，不会有任何内容进入评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>A lead adds the answers of systems, from a file or by asking a model.</source>
   <translation>由负责人从文件添加系统的回答，或让模型作答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>A lead or senior expert decides on it.</source>
   <translation>由负责人或资深专家决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>A lead or senior expert draws the spot checks from them.</source>
   <translation>由负责人或资深专家从中抽取抽查任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>A lead or senior expert draws the spot checks.</source>
   <translation>由负责人或资深专家抽取抽查任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/new_task.py" />
   <source>A piece of work of your profession, such as you have done yourself. You can change everything later.</source>
   <translation>您所在专业的一项实际工作，例如您亲自做过的。所有内容以后均可修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>A project is one file. It starts with XpertBench's domains, dimensions and limits; you can change them.</source>
   <translation>一个项目就是一个文件。初始采用 XpertBench 的领域、维度和限额，均可修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>A rubric with fewer or more cannot be sent to review.</source>
   <translation>检查点过少或过多的评分细则不能送审。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/detail.py" />
   <source>A senior expert has confirmed this line; it is final.</source>
   <translation>资深专家已确认该检查点，不可再改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>A share of the approved rubrics is checked; the others are ready at once.</source>
   <translation>按比例抽查已批准的评分细则；其余的立即就绪。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>API key</source>
   <translation>API 密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>About {n} tokens, {cost}. The brief and reference answer are sent to the provider.</source>
   <translation>约{n}个 token，{cost}。任务书和参考答案会发送给服务商。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Accept the brief</source>
   <translation>接受任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>Accept the briefs</source>
   <translation>接受任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Accept, return with a reason, or discard.</source>
   <translation>接受、说明理由后退回，或废弃。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>Accepted</source>
   <translation>已接受</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Accepted. Its author can write the rubric.</source>
   <translation>已接受。作者可以撰写评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/key_table.py" />
   <source>Action</source>
   <translation>操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/new_person.py" />
   <source>Add</source>
   <translation>添加</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Add a file …</source>
   <translation>添加文件…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/new_person.py" />
   <source>Add a person</source>
   <translation>添加人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>Add a response</source>
   <translation>添加回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Add a response …</source>
   <translation>添加回答…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/vocabulary.py" />
   <source>Add dimensions</source>
   <translation>添加维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/vocabulary.py" />
   <source>Add dimensions …</source>
   <translation>添加维度…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/vocabulary.py" />
   <source>Add domains</source>
   <translation>添加领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/vocabulary.py" />
   <source>Add domains …</source>
   <translation>添加领域…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Add files</source>
   <translation>添加文件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/detail.py" />
   <source>Add the marked passage (E)</source>
   <translation>添加选中的段落 (E)</translation>
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
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Address</source>
   <translation>地址</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Address, such as http://localhost:8000/v1</source>
   <translation>地址，例如 http://localhost:8000/v1</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>Agree</source>
   <translation>一致</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Agreement</source>
   <translation>一致性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Agreement can be counted once two of them have handed in sheets on one response.</source>
   <translation>两位专家就同一回答提交评判表后，即可统计一致性。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>All</source>
   <translation>全部</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>All back to usual</source>
   <translation>全部恢复默认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>All changes saved</source>
   <translation>所有更改已保存</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/figures.py" />
   <source>All experts, chance taken off: from 0.80 sound, to rely on.</source>
   <translation>所有专家之间，扣除偶然一致；0.80 及以上为可靠。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/look.py" />
   <source>All of the window grows with it.</source>
   <translation>整个界面随之缩放。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>All responses</source>
   <translation>所有回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/page.py" />
   <source>All sheets</source>
   <translation>所有评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>All shortcuts are as usual.</source>
   <translation>所有快捷键已恢复默认。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>All tasks</source>
   <translation>所有任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Among all rubrics that are approved now. The same seed draws the same tasks; it is written down.</source>
   <translation>从当前所有已批准的评分细则中抽取。相同的种子抽到相同的任务；种子会记录在案。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Anthropic</source>
   <translation>Anthropic</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Approve</source>
   <translation>批准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Approve the rubric</source>
   <translation>批准评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Approved</source>
   <translation>已通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Approved, waiting for the draw</source>
   <translation>已通过，等待抽取</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Approved.</source>
   <translation>已批准。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/preview.py" />
   <source>As a model gets it</source>
   <translation>模型收到的内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/new_person.py" />
   <source>As colleagues know them</source>
   <translation>同事所熟悉的称呼</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>As it is being written</source>
   <translation>撰写中的版本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/look.py" />
   <source>As the system</source>
   <translation>跟随系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/look.py" />
   <source>As the system: light by day and dark by night, where it does that.</source>
   <translation>跟随系统：白天浅色，夜间深色（系统支持时）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/yourself.py" />
   <source>As your colleagues know you</source>
   <translation>同事对您的称呼</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>Ask</source>
   <translation>发送</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>Asking {model}</source>
   <translation>正在请求 {model}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Asking {model} …</source>
   <translation>正在请求 {model}…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Asks for a change</source>
   <translation>要求修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>Aspect</source>
   <translation>方面</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>At least {least} and at most {most} cannot both be. It is saved once both fit.</source>
   <translation>下限{least}大于上限{most}。两者相符后即会保存。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>At the cursor; or as the linter proposes.</source>
   <translation>在光标处拆分，或按自动检查的建议拆分。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Atomicity</source>
   <translation>原子性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/preview.py" />
   <source>Attached: {names}</source>
   <translation>附件：{names}</translation>
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
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Back</source>
   <translation>后退</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Baseline</source>
   <translation>基线</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Basic</source>
   <translation>基础</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Before it can be submitted:</source>
   <translation>提交前还须补齐：</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Begin with “New task”.</source>
   <translation>请从“新建任务”开始。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Blind, checkpoint by checkpoint.</source>
   <translation>盲评，逐个检查点进行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Blind: no system, no other judgment is shown.</source>
   <translation>盲评：不显示系统名称，也不显示他人的评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/figures.py" />
   <source>Both judged</source>
   <translation>共同评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Brief</source>
   <translation>任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/model.py" />
   <source>Briefs</source>
   <translation>任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Briefs to decide on</source>
   <translation>待决定的任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Bundles and tables (*.zip *.csv *.tsv *.xlsx *.json *.jsonl)</source>
   <translation>数据包和表格 (*.zip *.csv *.tsv *.xlsx *.json *.jsonl)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>By</source>
   <translation>分项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>By dimension</source>
   <translation>按维度</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>By tier</source>
   <translation>按层级</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Can each line be decided from a response?</source>
   <translation>每个检查点是否都能依据回答作出判定？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/facts.py" />
   <source>Canary</source>
   <translation>识别码</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Cancelled.</source>
   <translation>已取消。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Cancelled. Nothing was changed.</source>
   <translation>已取消，未作任何更改。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Category</source>
   <translation>类别</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Change</source>
   <translation>修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/grading.py" />
   <source>Change it</source>
   <translation>修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/grading.py" />
   <source>Change the grading policy to version {n}</source>
   <translation>将评分准则修改为第{n}版</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>Change the remark</source>
   <translation>修改意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/grading.py" />
   <source>Change …</source>
   <translation>修改…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Changed: {fields}</source>
   <translation>修改内容：{fields}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Checking …</source>
   <translation>检查中…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Checklist</source>
   <translation>自查清单</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/disputes.py" />
   <source>Checkpoint</source>
   <translation>检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/lines.py" />
   <source>Checkpoints</source>
   <translation>检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Checkpoints at least</source>
   <translation>检查点下限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Checkpoints at most</source>
   <translation>检查点上限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Checkpoints in a rubric</source>
   <translation>评分细则的检查点数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/figures.py" />
   <source>Checkpoints of responses that two or more experts decided.</source>
   <translation>由两位及以上专家判定的检查点数（按回答计）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Chinese</source>
   <translation>中文</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Choose a dimension …</source>
   <translation>选择维度…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>Choose …</source>
   <translation>选择…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Clarity</source>
   <translation>清晰度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/filters.py" />
   <source>Clear</source>
   <translation>清除</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Close the project</source>
   <translation>关闭项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/parts/reading_pane.py" />
   <source>Close the search</source>
   <translation>关闭搜索</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/parts/notice.py" />
   <source>Close this notice</source>
   <translation>关闭此通知</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/figures.py" />
   <source>Cohen’s κ</source>
   <translation>Cohen’s κ</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/look.py" />
   <source>Colours</source>
   <translation>配色</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Comment</source>
   <translation>仅作评论</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Confirm</source>
   <translation>确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>Confirm (C)</source>
   <translation>确认 (C)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/page.py" />
   <source>Confirm all that is left</source>
   <translation>确认其余全部</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Confirm or override what another expert decided.</source>
   <translation>确认或改判其他专家的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/page.py" />
   <source>Confirm the judgment</source>
   <translation>确认评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/page.py" />
   <source>Confirm what holds, override what does not, with a note. Confirmed sheets are gold.</source>
   <translation>评判成立的予以确认，不成立的予以改判并附备注。全部确认的评判表即为金标准。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Confirmed judgments only</source>
   <translation>仅限已确认的评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>Confirmed. The sheet is gold once every line is settled.</source>
   <translation>已确认。所有检查点均处理完毕后，评判表即为金标准。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Copy checkpoints as a table</source>
   <translation>将检查点复制为表格</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Counting …</source>
   <translation>正在统计…</translation>
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
   <location filename="../../xpert_studio/desktop/pages/project/facts.py" />
   <source>Created</source>
   <translation>创建时间</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/detail.py" />
   <source>Credentials</source>
   <translation>资历</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>Ctrl+Enter</source>
   <translation>Ctrl+Enter</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/parts/asking.py" />
   <source>Ctrl+Enter confirms.</source>
   <translation>按 Ctrl+Enter 确认。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Ctrl+Enter in the text takes it too</source>
   <translation>在文本中按 Ctrl+Enter 也可采纳</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Dark</source>
   <translation>深色</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/qualification.py" />
   <source>Decided by {name}, {when}.</source>
   <translation>由{name}于{when}决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/qualification.py" />
   <source>Decided by {name}.</source>
   <translation>由{name}决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/disputes.py" />
   <source>Decision</source>
   <translation>判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Default weights</source>
   <translation>默认权重</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Delete a view</source>
   <translation>删除视图</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Difficulty</source>
   <translation>难度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>Dimension</source>
   <translation>维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/vocabulary.py" />
   <source>Dimensions</source>
   <translation>维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Disagreements</source>
   <translation>分歧</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Discard</source>
   <translation>废弃</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Discard the task</source>
   <translation>废弃任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Discard the task …</source>
   <translation>废弃任务…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Discard them</source>
   <translation>放弃这些文字</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>Discard {n} task</source>
   <translation>废弃{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>Discard {n} tasks</source>
   <translation>废弃{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>Discard …</source>
   <translation>废弃…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Discarded</source>
   <translation>已废弃</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Dismiss</source>
   <translation>忽略</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Dismiss the finding</source>
   <translation>忽略提示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Dismiss the finding here …</source>
   <translation>忽略此处的提示…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Dismiss …</source>
   <translation>忽略…</translation>
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
   <location filename="../../xpert_studio/desktop/pages/history/details.py" />
   <source>Do again</source>
   <translation>重做</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Do criteria, tiers and weights agree with each other?</source>
   <translation>检查点、层级和权重是否前后一致？</translation>
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
   <location filename="../../xpert_studio/desktop/pages/people/boxes.py" />
   <source>Domains</source>
   <translation>领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Done</source>
   <translation>已处理</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Drafted by</source>
   <translation>起草者</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/drafting.py" />
   <source>Drafting an outline</source>
   <translation>正在起草提纲</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/drafting.py" />
   <source>Drafting with {model}</source>
   <translation>正在用 {model} 起草</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Drafting …</source>
   <translation>正在起草…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Draw</source>
   <translation>抽取</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Draw the spot checks</source>
   <translation>抽取抽查任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Draw the spot checks …</source>
   <translation>抽取抽查任务…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Drop</source>
   <translation>舍弃</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Drop all</source>
   <translation>全部舍弃</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Duplicate the checkpoint</source>
   <translation>复制检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/details.py" />
   <source>Each of these steps can be looked at, and undone, by itself.</source>
   <translation>其中每一步均可单独查看和撤销。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Edit</source>
   <translation>编辑</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Edited since</source>
   <translation>已被修改</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Enter in a line does the same.</source>
   <translation>在行中按 Enter 效果相同。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Essential</source>
   <translation>必要</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Everybody</source>
   <translation>所有人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Everything but the calls to a model works here, on this machine, offline.</source>
   <translation>除调用模型外，所有功能均在本机离线运行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/new_person.py" />
   <source>Everything but the id can be changed later. The id stands in bundles and reports.</source>
   <translation>除 ID 外，其他内容以后均可修改。ID 会出现在数据包和报告中。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/qualification.py" />
   <source>Examination</source>
   <translation>考试</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Expert</source>
   <translation>专家</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/grading.py" />
   <source>Experts and leads read the reason in the history.</source>
   <translation>专家和负责人可在历史中看到这一理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Export as CSV</source>
   <translation>导出为 CSV</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Export the rubric …</source>
   <translation>导出评分细则…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>Export the rubrics …</source>
   <translation>导出评分细则…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Factual validity</source>
   <translation>事实准确性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/side_by_side.py" />
   <source>Fewer than two sheets to compare</source>
   <translation>评判表不足两张</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Fewer words leave more.</source>
   <translation>减少关键词可显示更多结果。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>File</source>
   <translation>文件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/who.py" />
   <source>Filter by name</source>
   <translation>按姓名筛选</translation>
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
   <source>Find an action, task or person …</source>
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
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Fix it</source>
   <translation>修正</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Fix what the linter finds here</source>
   <translation>修正此处的提示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/details.py" />
   <source>Fold them</source>
   <translation>收起</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>Folder</source>
   <translation>文件夹</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>For people; judge models do not see it.</source>
   <translation>仅供人阅读；评审模型看不到。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Forward</source>
   <translation>前进</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>From Excel, Word or a list of lines.</source>
   <translation>来自 Excel、Word 或逐行列出的文本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>From a file …</source>
   <translation>从文件读取…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Frozen rubrics of colleagues in your domain.</source>
   <translation>您所在领域同事的已冻结评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/new_task.py" />
   <source>Get started</source>
   <translation>开始</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Go</source>
   <translation>前往</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/yourself.py" />
   <source>Go on</source>
   <translation>继续</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Gold</source>
   <translation>金标准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/grading.py" />
   <source>Grading policy</source>
   <translation>评分准则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Hand over</source>
   <translation>移交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Hand over to another author</source>
   <translation>移交给其他作者</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Hand over to another author …</source>
   <translation>移交给其他作者…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>Hand over to …</source>
   <translation>移交给…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>Handed over</source>
   <translation>已移交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Hard</source>
   <translation>困难</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>Have a model answer</source>
   <translation>让模型作答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Have a model answer …</source>
   <translation>让模型作答…</translation>
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
   <location filename="../../xpert_studio/desktop/welcome/yourself.py" />
   <source>Here experts turn their judgment into benchmarks for language models. First: who are you? This stays on this machine until you join or start a project.</source>
   <translation>在这里，专家将自己的专业判断转化为语言模型的评测基准。首先：您是谁？在您加入或新建项目之前，这些信息只保存在本机。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>History</source>
   <translation>历史</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Home</source>
   <translation>首页</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>How far experts agree is shown to leads and senior experts only, so that nobody who judges knows what others decided.</source>
   <translation>专家之间的一致程度仅向负责人和资深专家显示，以免评判者得知他人的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>How many colleagues approve a rubric before it counts as approved.</source>
   <translation>评分细则须经多少位同事批准才算通过。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>How many tasks one author may have in the project.</source>
   <translation>一位作者在项目中最多可有的任务数。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/grading.py" />
   <source>How to treat what a rubric leaves open</source>
   <translation>如何处理评分细则未明确的情形</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/new_person.py" />
   <source>Id</source>
   <translation>ID</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/detail.py" />
   <source>Id: {id}</source>
   <translation>ID：{id}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Images, PDF, texts (*.png *.jpg *.jpeg *.gif *.webp *.pdf *.txt *.md)</source>
   <translation>图像、PDF、文本 (*.png *.jpg *.jpeg *.gif *.webp *.pdf *.txt *.md)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Import a bundle or table</source>
   <translation>导入数据包或表格</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Import a bundle or table …</source>
   <translation>导入数据包或表格…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Import a bundle …</source>
   <translation>导入数据包…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Important</source>
   <translation>重要</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Importing {file}</source>
   <translation>正在导入 {file}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/filters.py" />
   <source>In all texts</source>
   <translation>在所有文本中</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>In review</source>
   <translation>评审中</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/checklist.py" />
   <source>Is it a typical case, not a rare exception?</source>
   <translation>是否为典型情形，而非罕见特例？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/checklist.py" />
   <source>Is it clear what counts as success?</source>
   <translation>成功的标准是否明确？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/checklist.py" />
   <source>Is it work of your profession, not an exam question?</source>
   <translation>是否为您所在专业的实际工作，而非考题？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>It is frozen as a revision; other experts review it.</source>
   <translation>评分细则将冻结为修订版，由其他专家评审。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/qualification.py" />
   <source>It is not known who decided, or when.</source>
   <translation>决定人和决定时间不详。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>It stays in the project with its history, and counts nowhere.</source>
   <translation>任务及其历史保留在项目中，但不计入任何统计。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>It took {tokens} tokens, {cost}.</source>
   <translation>用去{tokens}个 token，{cost}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/detail.py" />
   <source>It was decided on a text that has been edited since: decide again.</source>
   <translation>判定所依据的文本此后已被修改：请重新判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
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
   <source>Its author can write the rubric.</source>
   <translation>作者可以撰写评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Its author will read the reason and can hand the brief in again.</source>
   <translation>作者会看到这一理由，并可重新提交任务书。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Its decisions become judgments; a senior expert confirms them.</source>
   <translation>其中的判定将成为正式评判，由资深专家确认。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>Its name is hidden from everybody who judges.</source>
   <translation>对所有评判者隐藏其名称。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Judge</source>
   <translation>评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Judge a response</source>
   <translation>评判回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/grading.py" />
   <source>Judges are asked again under the new words; experts are not, so say what changed.</source>
   <translation>评审模型将按新准则重新评判，专家则不会，因此请说明修改了什么。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Keep</source>
   <translation>保存</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Keep the key</source>
   <translation>保存密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Keeping the key</source>
   <translation>正在保存密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Key {masked}</source>
   <translation>密钥 {masked}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/providers.py" />
   <source>Keys are kept in the system's keyring, never in a project. A test sends one short question and nothing of a project; it costs a fraction of a cent.</source>
   <translation>密钥保存在系统密钥环中，绝不写入项目。测试仅发送一个简短问题，不含项目内容，费用不到一美分。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/figures.py" />
   <source>Krippendorff’s α</source>
   <translation>Krippendorff’s α</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Language</source>
   <translation>语言</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>Language of the grading policy</source>
   <translation>评分准则的语言</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/new_task.py" />
   <source>Language of the task</source>
   <translation>任务的语言</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Larger text</source>
   <translation>放大文字</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Lead</source>
   <translation>负责人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/grading.py" />
   <source>Leave it as it was</source>
   <translation>放弃修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Leave out the tick above to count judgments that nobody has confirmed yet.</source>
   <translation>取消上方的勾选，即可计入尚未确认的评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/facts.py" />
   <source>Licence</source>
   <translation>许可协议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Light</source>
   <translation>浅色</translation>
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
   <location filename="../../xpert_studio/desktop/pages/settings/page.py" />
   <source>Look</source>
   <translation>外观</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Look at the tasks</source>
   <translation>查看任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/filters.py" />
   <source>Look in briefs, rubrics, responses and remarks too</source>
   <translation>同时查找任务书、评分细则、回答和意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Made on an earlier text: “{line}”</source>
   <translation>所针对的原文：“{line}”</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/sheet.py" />
   <source>Mark a passage in the response first.</source>
   <translation>请先在回答中选中一段文字。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Match the system</source>
   <translation>浅色或深色跟随系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/grading.py" />
   <source>Meanwhile somebody else has saved version {n}.</source>
   <translation>在此期间，他人已保存第{n}版。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Merge checkpoints</source>
   <translation>合并检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Met</source>
   <translation>满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/detail.py" />
   <source>Met (1)</source>
   <translation>满足 (1)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Model</source>
   <translation>模型</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/head.py" />
   <source>More</source>
   <translation>更多</translation>
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
   <location filename="../../xpert_studio/desktop/pages/project/vocabulary.py" />
   <source>Names can be added, not changed: tasks and checkpoints carry them.</source>
   <translation>名称可以添加，但不能修改：任务和检查点正在使用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>New checkpoint below</source>
   <translation>在下方新建检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>New project</source>
   <translation>新建项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>New project …</source>
   <translation>新建项目…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>New remark</source>
   <translation>新意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>New task</source>
   <translation>新建任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Next checkpoint</source>
   <translation>下一个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/page.py" />
   <source>Next line</source>
   <translation>下一行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Next line with an open remark</source>
   <translation>下一个有未解决意见的行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/parts/reading_pane.py" />
   <source>Next place</source>
   <translation>下一处</translation>
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
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Next undecided checkpoint</source>
   <translation>下一个未完成的检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/checklist.py" />
   <source>No</source>
   <translation>否</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>No action answers this filter</source>
   <translation>没有符合筛选条件的操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>No checkpoint yet</source>
   <translation>尚无检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>No key</source>
   <translation>无密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/palette.py" />
   <source>No matches.</source>
   <translation>没有匹配的结果。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>No open remark asks for a change.</source>
   <translation>没有要求修改的未解决意见。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>No other rubric waits for your review.</source>
   <translation>没有其他待您评审的评分细则。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>No response waits for your judgment</source>
   <translation>没有待您评判的回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>No response yet</source>
   <translation>尚无回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>No sheet that you may see.</source>
   <translation>没有您可查看的评判表。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/page.py" />
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
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>No task here</source>
   <translation>此处没有任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>No task matches this filter</source>
   <translation>没有符合筛选条件的任务</translation>
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
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Nobody answers this filter</source>
   <translation>没有符合筛选条件的人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/detail.py" />
   <source>Nobody decides on their own qualification; it takes another lead.</source>
   <translation>不能决定本人的资格，须由另一位负责人决定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/qualification.py" />
   <source>Nobody has decided yet. This project does not ask for it.</source>
   <translation>尚未决定。此项目不要求资格。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/qualification.py" />
   <source>Nobody has decided yet. Until then this person can neither write, review nor judge.</source>
   <translation>尚未决定。在此之前，此人不能撰写、评审或评判。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Nobody has reviewed it yet.</source>
   <translation>尚无人评审。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Nobody is in this project, and it is open for reading only. Copy it to a folder that you may write to and open the copy.</source>
   <translation>此项目中没有人员，且以只读方式打开。请将其复制到可写入的文件夹，再打开副本。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>None yet. What you open stands here next time.</source>
   <translation>尚无。您打开的项目下次会显示在此处。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>None.</source>
   <translation>无。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/model.py" />
   <source>Not admitted</source>
   <translation>未获准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/model.py" />
   <source>Not decided</source>
   <translation>未决定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Not met</source>
   <translation>不满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/detail.py" />
   <source>Not met (0)</source>
   <translation>不满足 (0)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/qualification.py" />
   <source>Not passed</source>
   <translation>未通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/qualification.py" />
   <source>Not recorded yet: decide to record it.</source>
   <translation>尚未登记：作出决定即可登记。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>Not used: {names}</source>
   <translation>未使用：{names}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Not you?</source>
   <translation>这不是我</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Note</source>
   <translation>备注</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Note (needed unless it passes)</source>
   <translation>备注（未通过时必填）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/model.py" />
   <source>Note on a checkpoint</source>
   <translation>检查点的备注</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/model.py" />
   <source>Note on a judgment of response {label}</source>
   <translation>回答 {label} 的评判备注</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Note on the checkpoint</source>
   <translation>检查点的备注</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>Note: {note}</source>
   <translation>备注：{note}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Nothing available on this page</source>
   <translation>此页面没有可用操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Nothing found</source>
   <translation>未找到结果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Nothing has happened yet.</source>
   <translation>尚无动态。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Nothing is ticked</source>
   <translation>未勾选任何项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Nothing to fix. The linter finds no fault with this rubric.</source>
   <translation>无需修正。自动检查未发现此评分细则有问题。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Nothing to review yet</source>
   <translation>尚无可评审的内容</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Nothing waits for you</source>
   <translation>没有待办事项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/look.py" />
   <source>Of the window. What people wrote stays as they wrote it.</source>
   <translation>仅指界面语言，各人撰写的内容保持原样。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>On the rubric as a whole</source>
   <translation>针对整份评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>On the whole rubric</source>
   <translation>针对整份评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/remarks_panel.py" />
   <source>On this line</source>
   <translation>针对此行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/vocabulary.py" />
   <source>One a line. Those there are stay as they are.</source>
   <translation>每行一个。已有的名称保持不变。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>One file on this machine. You will be its lead.</source>
   <translation>保存为本机上的一个文件，由您担任负责人。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/line_editor.py" />
   <source>One requirement that a response meets or does not</source>
   <translation>一项回答要么满足、要么不满足的要求</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/page.py" />
   <source>One sheet</source>
   <translation>单张评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Only authors write tasks. A lead can give you that role on the People page.</source>
   <translation>只有作者可以撰写任务。负责人可在“人员”页面授予您该角色。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>Only for a compatible server.</source>
   <translation>仅用于兼容服务器。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Only people who have passed it take part.</source>
   <translation>仅取得资格的人员可以参与。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/side_by_side.py" />
   <source>Only where they differ</source>
   <translation>仅显示有分歧的检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Open a response first.</source>
   <translation>请先打开一个回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>Open a sheet first.</source>
   <translation>请先打开一张评判表。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Open a task first.</source>
   <translation>请先打开一个任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>Open for reading only</source>
   <translation>以只读方式打开</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Open project</source>
   <translation>打开项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Open project …</source>
   <translation>打开项目…</translation>
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
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>OpenAI</source>
   <translation>OpenAI</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>OpenAI-compatible server</source>
   <translation>OpenAI 兼容服务器</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Optional</source>
   <translation>可选</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Or drop images, PDF or text files here.</source>
   <translation>也可将图像、PDF 或文本文件拖放到此处。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Other</source>
   <translation>其他</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Other words, fewer of them, or more ticks may find it.</source>
   <translation>请更换或减少关键词，或多勾选几项。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Outline drafter (offline, free)</source>
   <translation>提纲起草（离线，免费）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>Override</source>
   <translation>改判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/page.py" />
   <source>Override the judgment …</source>
   <translation>改判…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>Override … (O)</source>
   <translation>改判… (O)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>Override: {verdict}</source>
   <translation>改判为：{verdict}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/page.py" />
   <source>Parts of the settings</source>
   <translation>设置分类</translation>
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
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Passed</source>
   <translation>已通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>Paste</source>
   <translation>粘贴</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Paste a key</source>
   <translation>粘贴密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Paste an image</source>
   <translation>粘贴图像</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Paste checkpoints from a table</source>
   <translation>从表格粘贴检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>People</source>
   <translation>人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>Person</source>
   <translation>人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Person: {name}</source>
   <translation>人员：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Please report it with the file {path}; it holds no content and no key.</source>
   <translation>请附上文件 {path} 报告此问题；该文件不含项目内容，也不含密钥。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
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
   <location filename="../../xpert_studio/desktop/pages/meta/page.py" />
   <source>Previous line</source>
   <translation>上一行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/parts/reading_pane.py" />
   <source>Previous place</source>
   <translation>上一处</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Project</source>
   <translation>项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Projects (*.xpert)</source>
   <translation>项目 (*.xpert)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Prompt</source>
   <translation>提示词</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>Prompt and attachments are sent to the provider. The reference answer and the rubric are not.</source>
   <translation>提示词和附件会发送给服务商；参考答案和评分细则不会发送。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/material.py" />
   <source>Prompt and reference answer</source>
   <translation>提示词和参考答案</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/model.py" />
   <source>Proposed by {drafter}; nobody has touched it yet.</source>
   <translation>由 {drafter} 建议，尚未经人修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Proposed checkpoint</source>
   <translation>建议的检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>Provider</source>
   <translation>服务商</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/page.py" />
   <source>Providers</source>
   <translation>服务商</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/qualification.py" />
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
   <location filename="../../xpert_studio/desktop/pages/agreement/disputes.py" />
   <source>Rationale</source>
   <translation>理由</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/model.py" />
   <source>Rationale on response {label}</source>
   <translation>回答 {label} 的评判理由</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/model.py" />
   <source>Rationales</source>
   <translation>理由</translation>
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
   <location filename="../../xpert_studio/desktop/parts/asking.py" />
   <source>Reason</source>
   <translation>理由</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/details.py" />
   <source>Reason: {reason}</source>
   <translation>理由：{reason}</translation>
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
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Reference answer</source>
   <translation>参考答案</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/model.py" />
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
   <location filename="../../xpert_studio/desktop/pages/search/model.py" />
   <source>Remarks</source>
   <translation>意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Remove checkpoints</source>
   <translation>删除检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Remove the key</source>
   <translation>移除密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Remove words or filters to see more.</source>
   <translation>减少关键词或勾选项可显示更多任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Remove {file}</source>
   <translation>移除“{file}”</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Removing the key</source>
   <translation>正在移除密钥</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Reopen</source>
   <translation>重新打开</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Reopen the rubric</source>
   <translation>重新开放评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Reopen the rubric …</source>
   <translation>重新开放评分细则…</translation>
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
   <location filename="../../xpert_studio/desktop/pages/search/model.py" />
   <source>Reply to a remark</source>
   <translation>意见的回复</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Reply to the remark</source>
   <translation>对意见的回复</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Reply …</source>
   <translation>回复…</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Resolve</source>
   <translation>解决</translation>
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
   <location filename="../../xpert_studio/desktop/pages/agreement/disputes.py" />
   <source>Response</source>
   <translation>回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/disputes.py" />
   <source>Response {label}</source>
   <translation>回答 {label}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/sheet.py" />
   <source>Response {letter}</source>
   <translation>回答 {letter}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/model.py" />
   <source>Responses</source>
   <translation>回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Responses can be judged.</source>
   <translation>可以评判回答。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Responses stand here once their task is ready and a lead has added them. Experts judge tasks of their own domains.</source>
   <translation>任务就绪且负责人添加回答后，回答会显示在此处。专家评判自己领域的任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Responses to judge</source>
   <translation>待评判的回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Return</source>
   <translation>退回</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Return the brief</source>
   <translation>退回任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Return the brief …</source>
   <translation>退回任务书…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Returned</source>
   <translation>已退回</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Returned to you</source>
   <translation>退回给您的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Review</source>
   <translation>评审</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Reviewer</source>
   <translation>评审人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Reviewers</source>
   <translation>评审人数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Reviewers who approve a rubric</source>
   <translation>批准评分细则所需的评审人数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Revision {n}</source>
   <translation>修订版{n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/boxes.py" />
   <source>Roles</source>
   <translation>角色</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/actions.py" />
   <source>Rubric</source>
   <translation>评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>Rubric side panel</source>
   <translation>评分细则侧栏</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Rubrics that were drawn for you to check.</source>
   <translation>抽中并由您抽查的评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Rubrics to review</source>
   <translation>待评审的评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>Save the remark</source>
   <translation>保存意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Save this view …</source>
   <translation>保存此视图…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/grading.py" />
   <source>Save with a reason …</source>
   <translation>说明理由并保存…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>Saving …</source>
   <translation>正在保存…</translation>
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
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Search in the response</source>
   <translation>在回答中搜索</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/parts/reading_pane.py" />
   <source>Search in the text</source>
   <translation>在文本中搜索</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/parts/reading_pane.py" />
   <source>Search in the text (Ctrl+F)</source>
   <translation>在文本中搜索 (Ctrl+F)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Searching …</source>
   <translation>正在搜索…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Seed</source>
   <translation>种子</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Send back</source>
   <translation>退回</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Send the rubric back</source>
   <translation>退回评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Send the rubric to review</source>
   <translation>将评分细则送审</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Senior expert</source>
   <translation>资深专家</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Sent back to its author.</source>
   <translation>已退回作者。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/facts.py" />
   <source>Separated by commas</source>
   <translation>用英文逗号分隔</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Servers of your own often need no key.</source>
   <translation>自建服务器通常不需要密钥。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Set as baseline</source>
   <translation>设为基线</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Share</source>
   <translation>比例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Share of rubrics that is spot-checked</source>
   <translation>抽查的评分细则比例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Sheet of {name}</source>
   <translation>{name}的评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/side_by_side.py" />
   <source>Sheets side by side</source>
   <translation>并排对照的评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/page.py" />
   <source>Sheets stand here once an expert has handed them in. Senior experts confirm sheets of their own domains, never their own.</source>
   <translation>专家提交评判表后，评判表会显示在此处。资深专家确认自己领域的评判表，但不能确认自己的评判表。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Sheets to confirm</source>
   <translation>待确认的评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/key_table.py" />
   <source>Shortcut</source>
   <translation>快捷键</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Shortcuts</source>
   <translation>快捷键</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>Show all actions</source>
   <translation>显示所有操作</translation>
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
   <location filename="../../xpert_studio/desktop/pages/history/details.py" />
   <source>Show each of them</source>
   <translation>逐条显示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/page.py" />
   <source>Show everybody</source>
   <translation>显示所有人</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/parts/response_view.py" />
   <source>Show more</source>
   <translation>显示更多</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>Show what changed since the previous revision</source>
   <translation>显示与上一修订版的差异</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/page.py" />
   <source>Side by side</source>
   <translation>并排对照</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Smaller text</source>
   <translation>缩小文字</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/new_person.py" />
   <source>Somebody in this project has that id.</source>
   <translation>此项目中已有人使用该 ID。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/wording.py" />
   <source>Something went wrong inside the program ({kind}). What was saved before is safe.</source>
   <translation>程序内部出错（{kind}）。此前已保存的内容是安全的。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>Split</source>
   <translation>拆分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/findings.py" />
   <source>Split it</source>
   <translation>拆分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Split the checkpoint</source>
   <translation>拆分检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Spot check</source>
   <translation>抽查</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Spot checks</source>
   <translation>抽查</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/filters.py" />
   <source>Stage</source>
   <translation>阶段</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/facts.py" />
   <source>Stands in every bundle, so that training data that holds it can be found.</source>
   <translation>写入每个数据包，以便发现混入了本项目内容的训练数据。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/footer.py" />
   <source>Stopping …</source>
   <translation>正在停止…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Submit the brief</source>
   <translation>提交任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Submit the sheet</source>
   <translation>提交评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>Submitted</source>
   <translation>已提交</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/sheet.py" />
   <source>Submitted. A senior expert confirms it next.</source>
   <translation>已提交，接下来由资深专家确认。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Such as http://localhost:8000/v1</source>
   <translation>例如 http://localhost:8000/v1</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>Such as: Commercial leases 2026</source>
   <translation>例如：商业租约 2026</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/new_task.py" />
   <source>Such as: Ending a commercial lease early</source>
   <translation>例如：提前终止商业租约</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Summary</source>
   <translation>总结</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Summary for the author (needed to send back without a remark)</source>
   <translation>给作者的总结（没有意见而退回时必填）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>System</source>
   <translation>系统</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>Systems are hidden: whoever judges or confirms must not know whose answer it is.</source>
   <translation>系统名称已隐藏：评判或确认的人不得知道回答出自哪个系统。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Tables (*.csv)</source>
   <translation>表格 (*.csv)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>Tables (*.xlsx *.csv)</source>
   <translation>表格 (*.xlsx *.csv)</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Take all</source>
   <translation>全部采纳</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/detail.py" />
   <source>Take the quote out</source>
   <translation>移除引文</translation>
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
   <location filename="../../xpert_studio/desktop/pages/__init__.py" />
   <source>Tasks</source>
   <translation>任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Tasks an expert writes at most</source>
   <translation>每位专家最多撰写的任务数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>Tasks for each expert</source>
   <translation>每位专家的任务数</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Test connection</source>
   <translation>测试连接</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Testing the connection</source>
   <translation>正在测试连接</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Text</source>
   <translation>文本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/line_editor.py" />
   <source>Text of the checkpoint</source>
   <translation>检查点文本</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/look.py" />
   <source>Text size</source>
   <translation>文字大小</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>Texts (*.txt *.md)</source>
   <translation>文本 (*.txt *.md)</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>That looks like a key. It belongs in the field for keys only.</source>
   <translation>此内容疑似密钥。密钥只能填入密钥字段。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>The author is still writing. A rubric is frozen here when it is sent to review.</source>
   <translation>作者仍在撰写。评分细则送审后会冻结并显示在此处。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>The author will see your reason.</source>
   <translation>作者会看到理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The brief is being written.</source>
   <translation>任务书正在撰写。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/steps.py" />
   <source>The brief is submitted. A lead or senior expert decides on it.</source>
   <translation>任务书已提交，由负责人或资深专家决定。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>The expert, and judge models, will read the note in place of the rationale.</source>
   <translation>专家和评审模型将看到此备注，而不再看到原理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>The facts, documents and figures the work rests on.</source>
   <translation>工作所依据的事实、文件和数据。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>The first search may take a moment; those after it are quick.</source>
   <translation>首次搜索可能需要片刻，之后会很快。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>The key comes from the environment ({variable}), before any in the keyring.</source>
   <translation>密钥来自环境变量（{variable}），优先于密钥环中的密钥。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>The key is in the keyring.</source>
   <translation>密钥已存入密钥环。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>The key is kept in the system's keyring.</source>
   <translation>密钥保存在系统密钥环中。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>The key is no longer in the keyring.</source>
   <translation>密钥已从密钥环中移除。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>The last words you were typing were cut off; they have been put back.</source>
   <translation>上次输入的文字未及保存，现已恢复。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>The line you were writing in has been removed. Your words stand in a new line.</source>
   <translation>您正在书写的行已被删除。您的文字放在了新的一行中。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>The model's name, as the provider writes it</source>
   <translation>模型名称，须与服务商的写法一致</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>The program</source>
   <translation>程序</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/facts.py" />
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
   <location filename="../../xpert_studio/desktop/pages/house_page.py" />
   <source>The project is open for reading only, so nothing can be changed here.</source>
   <translation>项目以只读方式打开，此处无法更改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/preview.py" />
   <source>The prompt as a model gets it</source>
   <translation>模型收到的提示词</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>The response has arrived ({cost}).</source>
   <translation>已收到回答（{cost}）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The rubric is approved and waiting for the draw of spot checks.</source>
   <translation>评分细则已批准，等待抽取抽查任务。</translation>
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
   <source>The rubric is frozen and waits for its reviewers.</source>
   <translation>评分细则已冻结，等待评审人评审。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The rubric was drawn for a spot check.</source>
   <translation>评分细则被抽中接受抽查。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/grading.py" />
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
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>The share of approved rubrics that senior experts check; drawn by chance.</source>
   <translation>资深专家抽查已批准评分细则的比例；随机抽取。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/figures.py" />
   <source>The share of them on which all experts said the same.</source>
   <translation>其中所有专家判定相同的比例。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>The spot check is done.</source>
   <translation>抽查已完成。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>The system got the prompt and the attachments, nothing else.</source>
   <translation>系统只收到了提示词和附件，没有其他内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/pasting.py" />
   <source>The table has tags that are no dimensions of this project. A lead can add dimensions.</source>
   <translation>表格含有并非本项目维度的标签。负责人可以添加维度。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>The task was taken out of the project.</source>
   <translation>任务已移出项目。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>Their authors will read the reason.</source>
   <translation>作者会看到这一理由。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>There are too many lines on the clipboard for a rubric. At most {n} are pasted at once.</source>
   <translation>剪贴板上的行数对一份评分细则来说过多，一次最多粘贴{n}行。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/vocabulary.py" />
   <source>There is no dimension yet.</source>
   <translation>尚无维度。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/vocabulary.py" />
   <source>There is no domain yet: tasks can only be of none.</source>
   <translation>尚无领域：任务暂时无法归入任何领域。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/new_project.py" />
   <source>There is no folder {path}.</source>
   <translation>没有文件夹 {path}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>There is no image on the clipboard.</source>
   <translation>剪贴板中没有图像。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/rubric/material.py" />
   <source>There is none yet; write it in the brief.</source>
   <translation>尚无内容；请在任务书中填写。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>There is nothing here that a key can fix.</source>
   <translation>此处没有可用快捷键修正的内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>These words could not be put back: {text}</source>
   <translation>以下文字无法恢复：{text}</translation>
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
   <location filename="../../xpert_studio/desktop/parts/response_view.py" />
   <source>This text is very long or has very large tables. Only its beginning is shown: {n} of {total} characters.</source>
   <translation>此文本很长或含有很大的表格，仅显示开头部分：{total}个字符中的{n}个。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Tick what should be searched.</source>
   <translation>请勾选要搜索的内容。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>Tier</source>
   <translation>层级</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Title</source>
   <translation>标题</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/attachments.py" />
   <source>Too large or damaged: not shown</source>
   <translation>过大或已损坏：不显示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/qualification.py" />
   <source>Trial</source>
   <translation>试做</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/shell.py" />
   <source>Try again</source>
   <translation>重试</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/window.py" />
   <source>Twelve tasks from four professions, one at every stage. A good first look.</source>
   <translation>来自四个专业的十二个任务，涵盖每个阶段，适合初步了解。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/side_by_side.py" />
   <source>Two experts' sheets on the same response stand here side by side.</source>
   <translation>两位专家对同一回答的评判表在此处并排对照。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/figures.py" />
   <source>Two experts, chance taken off, the mean over pairs: 1 is always.</source>
   <translation>两位专家之间，扣除偶然一致，取各对平均；1 为完全一致。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/palette.py" />
   <source>Type a few letters of what you want</source>
   <translation>输入要查找内容的几个字</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>Type in the field above. Briefs, rubrics, responses, remarks and the reasons that you may see are searched, Chinese included.</source>
   <translation>请在上方输入。搜索范围包括任务书、评分细则、回答、意见以及您可查看的理由，支持中文。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>Undo the last decision</source>
   <translation>撤销上一个判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/details.py" />
   <source>Undo this</source>
   <translation>撤销此操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/menus.py" />
   <source>Undoes your last change, even one from an earlier session.</source>
   <translation>撤销您最近一次操作，无论何时所做。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Undone</source>
   <translation>已撤销</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Undone for good</source>
   <translation>已永久撤销</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/window.py" />
   <source>Undone: {deed}.</source>
   <translation>已撤销：{deed}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/key_table.py" />
   <source>Usual</source>
   <translation>默认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/grading.py" />
   <source>Version {n}</source>
   <translation>第{n}版</translation>
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
   <location filename="../../xpert_studio/desktop/pages/project/vocabulary.py" />
   <source>Vocabulary</source>
   <translation>词表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/page.py" />
   <source>Waiting for others</source>
   <translation>等待他人处理</translation>
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
   <location filename="../../xpert_studio/desktop/pages/agreement/disputes.py" />
   <source>Weight {n}</source>
   <translation>权重{n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/yourself.py" />
   <source>Welcome to Xpert Studio</source>
   <translation>欢迎使用 Xpert Studio</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>What a new checkpoint of a tier weighs.</source>
   <translation>各层级新建检查点的权重。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>What a very good answer says. Systems never see it; a judge model may.</source>
   <translation>优秀回答应包含的内容。作答的模型看不到；评审模型可能会看到。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/pasting.py" />
   <source>What do these tags mean?</source>
   <translation>这些标签是什么含义？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>What experts differ on</source>
   <translation>专家有分歧的检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>What has to be handed over, in which form.</source>
   <translation>须交付什么，以何种形式交付。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>What is saved is not touched by this.</source>
   <translation>已保存的内容不受影响。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/composer.py" />
   <source>What is wrong with this line, and what would mend it?</source>
   <translation>该检查点有什么问题，应如何改正？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/detail.py" />
   <source>What makes this person an expert: training, posts, years</source>
   <translation>专业依据：教育背景、任职经历、从业年限</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/checklist.py" />
   <source>What share of models would do well?</source>
   <translation>十个模型中会有多大比例答得好？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/details.py" />
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
   <location filename="../../xpert_studio/desktop/welcome/yourself.py" />
   <source>What you do</source>
   <translation>您的角色</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/who.py" />
   <source>What you do is written down under this name. If yours is missing, a lead adds you on the People page.</source>
   <translation>您的操作会以此姓名记录。如果没有您的姓名，请负责人在“人员”页面添加。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/preview.py" />
   <source>What you write on the left stands here as a model gets it.</source>
   <translation>左侧所写的内容在此处按模型收到的样子显示。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/key_table.py" />
   <source>Where</source>
   <translation>位置</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>Where the project stands</source>
   <translation>项目进度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/qualification.py" />
   <source>Which one, with what result</source>
   <translation>考试名称及结果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/qualification.py" />
   <source>Which trial task, with what result</source>
   <translation>试做任务及结果</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/who.py" />
   <source>Who are you in this project?</source>
   <translation>您在此项目中是谁？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/panel.py" />
   <source>Who you are at work, for whom, in which situation.</source>
   <translation>您在工作中的身份、服务对象及所处情境。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/detail.py" />
   <source>Why? What in the response shows it? (R to write, Ctrl+Enter to go on)</source>
   <translation>为什么？回答中的哪些内容可以说明？（按 R 填写，按 Ctrl+Enter 继续）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/checklist.py" />
   <source>Will today's models struggle with it?</source>
   <translation>对当今的模型是否有难度？</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/threads.py" />
   <source>Withdraw</source>
   <translation>撤回</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>Within the project's limits of {least} to {most}.</source>
   <translation>符合项目的限额（{least}至{most}个）。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>Without a key nothing is sent. {variable} in the environment would do as well.</source>
   <translation>没有密钥则不会发送任何内容。也可设置环境变量 {variable}。</translation>
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
   <source>Work as somebody else …</source>
   <translation>切换身份…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/who.py" />
   <source>Work as this person</source>
   <translation>以此身份工作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>Work context</source>
   <translation>工作背景</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>Works here, sends nothing, costs nothing.</source>
   <translation>在本机运行，不发送任何内容，不产生费用。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Write a note on the checkpoint …</source>
   <translation>填写检查点的备注…</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>Write in the line and put the cursor where it should be split.</source>
   <translation>请在行中编辑，并将光标放在要拆分的位置。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>Written to {path}.</source>
   <translation>已写入 {path}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/checklist.py" />
   <source>Yes</source>
   <translation>是</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>You are writing</source>
   <translation>您正在撰写的任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/house_page.py" />
   <source>You can look at everything here; only a lead could change it.</source>
   <translation>您可以查看此处的所有内容，但只有负责人可以更改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/house_page.py" />
   <source>You can look at everything here; only leads change it: {leads}.</source>
   <translation>您可以查看此处的所有内容，但只有负责人可以更改：{leads}。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>You can look at the tasks, or begin one of your own.</source>
   <translation>您可以查看任务，或自己新建一个。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/page.py" />
   <source>You do not see which system answered, nor what others decided.</source>
   <translation>您看不到是哪个系统作答，也看不到他人的判定。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/sidebar.py" />
   <source>You work as {name}</source>
   <translation>当前身份：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Your brief was returned with a reason.</source>
   <translation>有人要求修改您的任务书。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/yourself.py" />
   <source>Your domains</source>
   <translation>您的领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/welcome/yourself.py" />
   <source>Your name</source>
   <translation>您的姓名</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>Your own briefs and rubrics.</source>
   <translation>您自己的任务书和评分细则。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>Your review of this revision is done. Ctrl+Z takes it back.</source>
   <translation>您对此修订版的评审已完成。按 Ctrl+Z 可撤销。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/shell.py" />
   <source>Your words are kept on this machine until then.</source>
   <translation>在此之前，您的文字会保存在本机。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>accepted the brief</source>
   <translation>接受了任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>added a person</source>
   <translation>添加了人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>added checkpoints</source>
   <translation>添加了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>added dimensions</source>
   <translation>添加了维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>added domains</source>
   <translation>添加了领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>added responses</source>
   <translation>添加了回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/page.py" />
   <source>agreement</source>
   <translation>一致性</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>all domains</source>
   <translation>所有领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>and</source>
   <translation>另一专家</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>and {n} more</source>
   <translation>另有{n}项</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>approved</source>
   <translation>已批准</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>approved the rubric</source>
   <translation>批准了评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>attached a file</source>
   <translation>添加了附件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/head.py" />
   <source>by {name}</source>
   <translation>作者：{name}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>changed a person</source>
   <translation>修改了人员</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>changed a remark</source>
   <translation>修改了意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>changed several checkpoints</source>
   <translation>批量修改了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>changed the brief</source>
   <translation>修改了任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/facts.py" />
   <source>choose</source>
   <translation>请选择</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>chose an anchor</source>
   <translation>选择了锚例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>cleared a chosen anchor</source>
   <translation>取消了所选锚例</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>confirmed</source>
   <translation>已确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>confirmed judgments</source>
   <translation>确认了评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/wording.py" />
   <source>cost unknown</source>
   <translation>费用未知</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>created it</source>
   <translation>新建</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>created the project</source>
   <translation>创建了项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>decided on a qualification</source>
   <translation>登记了资格</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>discarded the task</source>
   <translation>废弃了任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>discarded the task at a spot check</source>
   <translation>在抽查中废弃了任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>dismissed a finding</source>
   <translation>忽略了提示</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>drew spot checks</source>
   <translation>抽取了抽查任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>drew the gold subset</source>
   <translation>抽取了金标准子集</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>dropped proposals</source>
   <translation>舍弃了建议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>duplicated a checkpoint</source>
   <translation>复制了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>edited a checkpoint</source>
   <translation>编辑了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/sheet.py" />
   <source>edited since</source>
   <translation>已被修改</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>exported a bundle</source>
   <translation>导出了数据包</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>finished a run</source>
   <translation>完成了运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>founded the project</source>
   <translation>创建了项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>had a rubric drafted</source>
   <translation>生成了评分细则草稿</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>handed the task over</source>
   <translation>移交了任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>imported a file</source>
   <translation>导入了文件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>imported a rubric table</source>
   <translation>导入了评分细则表格</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
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
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>made a remark</source>
   <translation>提出了意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>merged checkpoints</source>
   <translation>合并了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/disputes.py" />
   <source>met</source>
   <translation>满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>moved checkpoints</source>
   <translation>调整了检查点顺序</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/pasting.py" />
   <source>no dimension</source>
   <translation>无维度</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/page.py" />
   <source>no domain</source>
   <translation>未设领域</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/checklist.py" />
   <source>no estimate</source>
   <translation>未估计</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/sheet.py" />
   <source>no rationale yet</source>
   <translation>尚无理由</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/people/model.py" />
   <source>no role</source>
   <translation>无角色</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>none</source>
   <translation>无</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/facts.py" />
   <source>none named</source>
   <translation>未指定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>none yet</source>
   <translation>尚无</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>not judged</source>
   <translation>未评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/disputes.py" />
   <source>not met</source>
   <translation>不满足</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>not passed</source>
   <translation>未通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>opened a sheet</source>
   <translation>打开了评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>overridden</source>
   <translation>已改判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>overrode a judgment</source>
   <translation>改判了一条评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>passed</source>
   <translation>通过</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>passed the rubric at a spot check</source>
   <translation>在抽查中通过了评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>redid a change</source>
   <translation>重做了操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>redid a change: {deed}</source>
   <translation>重做：{deed}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>removed a file</source>
   <translation>移除了附件</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>removed a response</source>
   <translation>删除了回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>removed checkpoints</source>
   <translation>删除了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>reopened a remark</source>
   <translation>重新打开了意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>reopened the rubric</source>
   <translation>重新开放了评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>replied to a remark</source>
   <translation>回复了意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>resolved a remark</source>
   <translation>解决了意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>returned the brief</source>
   <translation>退回了任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>returned the rubric at a spot check</source>
   <translation>在抽查中退回了评分细则</translation>
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
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>runs the project</source>
   <translation>管理项目</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>scored responses</source>
   <translation>为回答打了分</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>seed {n}</source>
   <translation>种子 {n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/panel.py" />
   <source>sent back</source>
   <translation>已退回</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>sent the rubric back</source>
   <translation>退回了评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>sent the rubric to review</source>
   <translation>将评分细则送审</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>set the baseline</source>
   <translation>设置了基线</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>set the grading policy</source>
   <translation>设置了评分准则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>set the limits</source>
   <translation>设置了限额</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>split a checkpoint</source>
   <translation>拆分了检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>spot-checks rubrics, confirms judgments</source>
   <translation>抽查评分细则，确认评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/home/waiting.py" />
   <source>started</source>
   <translation>已开始</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>started a run</source>
   <translation>启动了运行</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>submitted a sheet</source>
   <translation>提交了评判表</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>submitted the brief</source>
   <translation>提交了任务书</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/search/page.py" />
   <source>the best {n} places; more words leave fewer</source>
   <translation>最相关的{n}处；增加关键词可缩小范围</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>the newest {n} steps</source>
   <translation>最近{n}条操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/project/limits.py" />
   <source>to</source>
   <translation>至</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>to settle</source>
   <translation>待处理</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/wording.py" />
   <source>today, {clock}</source>
   <translation>今天 {clock}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>took proposals</source>
   <translation>采纳了建议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>took up the review</source>
   <translation>开始了评审</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/model.py" />
   <source>undecided</source>
   <translation>未判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>undid a change</source>
   <translation>撤销了操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>undid a change: {deed}</source>
   <translation>撤销：{deed}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/model.py" />
   <source>weight {n}</source>
   <translation>权重{n}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>withdrew a remark</source>
   <translation>撤回了意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>writes tasks and their rubrics</source>
   <translation>撰写任务及其评分细则</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/names.py" />
   <source>wrote a caption</source>
   <translation>填写了附件说明</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/wording.py" />
   <source>yesterday, {clock}</source>
   <translation>昨天 {clock}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>{done}: {n} task.</source>
   <translation>{done}：{n}个任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>{done}: {n} tasks.</source>
   <translation>{done}：{n}个任务。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/bringing.py" />
   <source>{file} cannot be read as UTF-8 text.</source>
   <translation>无法将 {file} 作为 UTF-8 文本读取。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>{file} is no bundle. Open or start a project first; tables are imported into it.</source>
   <translation>{file} 不是数据包。请先打开或新建项目，再将表格导入其中。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/app.py" />
   <source>{file} was imported: {n} records.</source>
   <translation>已导入 {file}：{n}条记录。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/head.py" />
   <source>{judged} and {scored} on a text that has been edited since.</source>
   <translation>{judged}和{scored}所依据的文本此后已被修改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/key_table.py" />
   <source>{keys} is taken by “{action}” ({group}). Nothing was changed.</source>
   <translation>{keys} 已用于“{action}”（{group}）。未作更改。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>{keys} now means “{action}”.</source>
   <translation>{keys} 现用于“{action}”。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/panel.py" />
   <source>{lines} of {least} to {most} · {points}</source>
   <translation>{lines}个（要求{least}至{most}个） · {points}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/responses/panel.py" />
   <source>{met} of {n} met, {gold} confirmed</source>
   <translation>{n}个检查点中{met}个满足，{gold}个已确认</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>{model} answered after {seconds} s</source>
   <translation>{model} 在 {seconds} 秒后作答</translation>
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
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} added</source>
   <translation>新增{n}个</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} changed</source>
   <translation>修改{n}个</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/preview.py" />
   <source>{n} character</source>
   <translation>{n}个字符</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/brief/preview.py" />
   <source>{n} characters</source>
   <translation>{n}个字符</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} checkpoint</source>
   <translation>{n}个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>{n} checkpoint copied.</source>
   <translation>已复制{n}个检查点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/pasting.py" />
   <source>{n} checkpoint pasted.</source>
   <translation>已粘贴{n}个检查点。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} checkpoints</source>
   <translation>{n}个检查点</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/actions.py" />
   <source>{n} checkpoints copied.</source>
   <translation>已复制{n}个检查点。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/pasting.py" />
   <source>{n} checkpoints pasted.</source>
   <translation>已粘贴{n}个检查点。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} drawn</source>
   <translation>抽取{n}份</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} judgment</source>
   <translation>{n}条评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/head.py" />
   <source>{n} judgment rests</source>
   <translation>{n}条评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} judgment rests on an older text since</source>
   <translation>{n}条评判所依据的文本已过时</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} judgments</source>
   <translation>{n}条评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/head.py" />
   <source>{n} judgments rest</source>
   <translation>{n}条评判</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} judgments rest on an older text since</source>
   <translation>{n}条评判所依据的文本已过时</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>{n} more are needed: the project asks for {least} to {most}.</source>
   <translation>还需{n}个：项目要求{least}至{most}个。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>{n} more is needed: the project asks for {least} to {most}.</source>
   <translation>还需{n}个：项目要求{least}至{most}个。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>{n} of {total}</source>
   <translation>{n}/{total}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/sheet.py" />
   <source>{n} of {total} done</source>
   <translation>已完成 {n}/{total}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>{n} of {total} settled</source>
   <translation>已处理 {n}/{total}</translation>
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
   <source>{n} proposal</source>
   <translation>{n}条建议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>{n} proposal.</source>
   <translation>{n}条建议。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} proposals</source>
   <translation>{n}条建议</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/draft_panel.py" />
   <source>{n} proposals.</source>
   <translation>{n}条建议。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} remark</source>
   <translation>{n}条意见</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>{n} remark asks for a change.</source>
   <translation>{n}条意见要求修改。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/task/review/decision.py" />
   <source>{n} remarks ask for a change.</source>
   <translation>{n}条意见要求修改。</translation>
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
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} response</source>
   <translation>{n}个回答</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} responses</source>
   <translation>{n}个回答</translation>
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
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>{n} step</source>
   <translation>{n}条操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/list.py" />
   <source>{n} steps</source>
   <translation>{n}条操作</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} task</source>
   <translation>{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>{n} task selected</source>
   <translation>已选择{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} tasks</source>
   <translation>{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>{n} tasks selected</source>
   <translation>已选择{n}个任务</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/details.py" />
   <source>{n} times</source>
   <translation>{n}次</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>{n} token</source>
   <translation>{n}个 token</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/provider.py" />
   <source>{n} tokens</source>
   <translation>{n}个 token</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/balance.py" />
   <source>{n} too many: the project allows {least} to {most}.</source>
   <translation>超出{n}个：项目允许{least}至{most}个。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/head.py" />
   <source>{n} verdict</source>
   <translation>{n}条判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} verdict rests on an older text since</source>
   <translation>{n}条判定所依据的文本已过时</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/head.py" />
   <source>{n} verdicts</source>
   <translation>{n}条判定</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/history/words.py" />
   <source>{n} verdicts rest on an older text since</source>
   <translation>{n}条判定所依据的文本已过时</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>{n} was refused: {why}</source>
   <translation>{n}个被拒绝：{why}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/tasks/bulk.py" />
   <source>{n} were refused. The first because: {why}</source>
   <translation>{n}个被拒绝。第一个的原因：{why}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/side_by_side.py" />
   <source>{one} and {other} agree on {n} of {total} ({part})</source>
   <translation>{one}与{other}：{total}个检查点中有{n}个一致（{part}）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/sidebar.py" />
   <source>{page}, {n} waiting</source>
   <translation>{page}，{n}项待处理</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/judging/queue.py" />
   <source>{task} · Response {letter}</source>
   <translation>{task} · 回答 {letter}</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/meta/settling.py" />
   <source>{task} · Response {letter}, judged by {name}</source>
   <translation>{task} · 回答 {letter}，评判人：{name}</translation>
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
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>α</source>
   <translation>α</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/agreement/tables.py" />
   <source>κ</source>
   <translation>κ</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/settings/shortcuts.py" />
   <source>“{action}” has no shortcut now.</source>
   <translation>“{action}”现无快捷键。</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/pasting.py" />
   <source>“{tag}” ({n} line)</source>
   <translation>“{tag}”（{n}行）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/pages/task/rubric/pasting.py" />
   <source>“{tag}” ({n} lines)</source>
   <translation>“{tag}”（{n}行）</translation>
  </message>
  <message>
   <location filename="../../xpert_studio/desktop/wording.py" />
   <source>… and {n} more.</source>
   <translation>…另有{n}项。</translation>
  </message>
 </context>
</TS>

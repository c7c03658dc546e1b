import { heartbeatMs, pushPath, sessionOverCode, silenceMs } from '@chepu/contract/shell/bell'

/** What a reader of the description must know before the first call. */
export const introduction = `
## 调用

每个接口的路径前可以加 \`/api-main\`，也可以不加。请求与返回都是 JSON（UTF-8），上传文件用 multipart/form-data。
成功为 HTTP 200，\`code\` 为 0，数据在 \`data\`。失败的返回带 \`code\`、\`reason\`、\`msg\`：\`msg\` 给人看，程序只按 \`reason\` 判断；
输入有误时 \`errors\` 指出字段。参数中有不认识的名称、按不能排序的列排序，都按输入有误处理；请求内容中多余的字段不影响。
数量、单价、金额、比率是十进制文本（如 \`"12.50"\`），日期是 \`YYYY-MM-DD\`（北京时间），编号是整数。

下列状态来自服务器的入口，不到任何接口，所以不列在各接口下：405（wrongMethod，地址没有这个方法，见 \`Allow\`）、408（tooSlow，内容没有按时传完）、
413（tooLarge，内容过大）、417（expectation，不支持的 \`Expect\`）、431（headersTooLarge，请求头过长）。地区（/api/region）的返回带 \`ETag\`，
以 \`If-None-Match\` 送回而没有变化时回答 304，没有内容。

## 登录

程序用接口账号的密钥（用户管理 → 接口密钥，以 \`chepu_\` 开头），不登录；密钥放在请求头 \`token\` 或 \`Authorization: Bearer\` 中。

人这样登录：

1. \`POST /api-base-user/identity/web/pwd-login\`：\`status\` 为 0 或 2 时给出 \`access_token\`；为 1 表示账号已在别处登录，没有令牌；
   为 3 表示外部身份还没有绑定账号。
2. \`POST /api/web/user/login\`：用 \`access_token\` 换取用户信息，其中的 \`token\` 与 \`access_token\` 是同一个值。
3. 一人属于几个企业时（\`status\` 为 2），先 \`POST /api/web/user/choose_org\`。

之后每个请求带请求头 \`token: <令牌>\` 或 \`Authorization: Bearer <令牌>\`。24 小时没有请求即失效。
\`force\` 会让同一账号在别处的登录失效（\`reason\` 为 kicked）。

## 请求头

- \`token\` 或 \`Authorization\`：见上。
- \`Idempotency-Key\`：写入时的请求标识，最多 80 个字符，7 天内有效。没有收到回答时用同一个标识重试，只会执行一次，并得到第一次的回答；
  用于别的请求时被拒绝（\`reason\` 为 keyReused）。没有列出此参数的接口，重发即再执行一次。
- \`version\`：页面用来说明它的协议版本（2.0），服务器不检查，可以不带。
- \`X-Device-Info\`：页面加密的设备信息，程序不必带；带了而读不出来，按登录失效处理。
- 列表等较长的返回按 \`Accept-Encoding\` 压缩（br、gzip）。

## 单据

单据先保存（\`POST /api/web/purchase-order\`）为草稿，再执行动作（\`POST /api/web/purchase-order/{id}/act/{action}\`）。修改和动作都要带上次
返回的 \`version\`；别人先改了，返回 409（\`reason\` 为 stale），重新读取后再做。动作另要的数据放在 \`input\`，各动作要什么见该单据的 act。
由前单制作单据：\`POST /api/web/former/{target}/draw\`
取得表头和剩余明细，明细的 \`sourceLineId\` 就是与前单的联系。路径用连字符（goods-receipt），单据种类的值用下划线（goods_receipt）。

## 推送

\`ws(s)://<地址>${pushPath}?token=<令牌>\`（WebSocket，前面也可以加 \`/api-main\`）。连上后服务器发一条消息，此后有变化时再发，都是
\`{"heartbeat_value": null, "permission": false, "unread_num": 3, "total_num": 12, "org_change": false, "msg": ""}\`：
\`unread_num\` 未读数，\`total_num\` 铃铛中的总数，\`msg\` 新消息的文字，\`permission\` 为 true 表示菜单或权限变了，\`org_change\` 为 true 表示
须重新登录（\`msg\` 是原因）。每 ${heartbeatMs / 1000} 秒发一次心跳 \`{"heartbeat_value": 1}\`，服务器以同样的
\`heartbeat_value\` 回答，其余各项照常；${silenceMs / 1000} 秒没有心跳即断开。
关闭码：${sessionOverCode} 登录或密钥失效；1013 连接过多（每个用户最多 10 个，稍后再连）；1008 心跳过密；1007 发来的不是心跳。推送只是提醒：内容以 \`GET /api/web/reservation/msg\` 为准。
`.trim()

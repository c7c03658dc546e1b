/** An expected reason why the program cannot start; the entry point prints its message as one line without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}

interface Explanation {
  /** Code of the system, of TLS or of PostgreSQL. */
  codes?: readonly string[]
  words?: RegExp
  message: string
}

/** What a newcomer can mend about the database, the most telling first. The cause in its own words follows in parentheses. */
const explanations: readonly Explanation[] = [
  {
    codes: ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'],
    message: '数据库连接不上，请检查 DATABASE_URL 指向的 PostgreSQL 是否已启动',
  },
  {
    words: /^timeout expired|timeout exceeded when trying to connect|connection timeout/,
    message: '数据库 10 秒内没有应答，请检查 DATABASE_URL 的主机和端口是否为 PostgreSQL',
  },
  {
    words: /server does not support SSL/,
    message: '数据库没有启用 TLS，请去掉 DATABASE_URL 中的 sslmode，或在数据库上启用 TLS',
  },
  {
    codes: [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    message: '数据库的 TLS 证书不受信任，请换用受信任的证书，或用 NODE_EXTRA_CA_CERTS 指定签发它的根证书',
  },
  {
    codes: ['28P01', '28000'],
    message: '数据库拒绝登录，请检查 DATABASE_URL 的用户名和密码，以及 pg_hba.conf 是否允许用密码连接',
  },
  { codes: ['3D000'], message: 'DATABASE_URL 中的数据库不存在，请先创建' },
  { codes: ['57P03'], message: '数据库正在启动或停止，请稍后重试' },
  { codes: ['53300'], message: '数据库的连接数已满，请调大 max_connections 或关闭其他连接' },
  { codes: ['53100', 'ENOSPC', 'EDQUOT'], message: '磁盘已满，无法写入' },
  {
    words: /extension "\w+" is not available|extension control file/,
    message: '数据库缺少扩展 pg_trgm，请在数据库服务器上安装 PostgreSQL 的扩展包（contrib）',
  },
  {
    words: /permission denied to create role|CREATEROLE/i,
    message: 'DATABASE_URL 的用户不能创建角色，请由管理员执行 alter role 用户名 createrole',
  },
  {
    codes: ['42501'],
    message: 'DATABASE_URL 的用户不是数据库的属主，请由管理员执行 alter database 库名 owner to 用户名',
  },
]

/** A failure of the database as one line when somebody can mend it without the program's source; else the error itself. */
export function explainDatabase(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartupError) return error
  const code = 'code' in error ? String(error.code) : ''
  const known = explanations.find(({ codes, words }) => codes?.includes(code) || words?.test(error.message))
  // Of several addresses that were tried, Node's error has only a code.
  return known ? new StartupError(`${known.message}（${error.message || code}）`, { cause: error }) : error
}

/** The same of the address and port to listen on. */
export function explainListening(error: unknown, { port, host }: { port: number; host: string }): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return new StartupError(`端口 ${port} 已被占用，请用 PORT=其他端口 启动（port in use）`)
  if (code === 'EACCES')
    return new StartupError(`没有权限使用端口 ${port}，请用 PORT=其他端口 启动（port not permitted）`)
  if (code === 'EADDRNOTAVAIL')
    return new StartupError(`本机没有 HOST=${host} 这个地址，请用本机的地址或 0.0.0.0（address not available）`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartupError(`找不到 HOST=${host} 这个主机名，请用本机的地址或 0.0.0.0（host not found）`)
  return error
}

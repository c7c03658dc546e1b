import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../src/app/free-port'

/** The whole program in a process of its own. */
export class Program {
  readonly process: ChildProcess
  /** All that it has written so far, and who waits for more. */
  output = ''
  private heard: () => void = () => undefined
  /** Exit code, or null after a signal that it did not handle. */
  readonly ended: Promise<number | null>

  private constructor(
    readonly origin: string,
    private readonly args: string[],
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.process = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, HOST: '127.0.0.1', PORT: new URL(origin).port },
    })
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
        this.heard()
      })
    }
    this.ended = once(this.process, 'close').then(([code]) => code as number | null)
    void this.ended.then(() => this.heard())
  }

  /** Starts what Node runs with these arguments and this environment alone, and waits until it says that it serves. */
  static async run(args: string[], env: NodeJS.ProcessEnv): Promise<Program> {
    return Program.at(`http://127.0.0.1:${await freePort()}`, args, env)
  }

  private static async at(origin: string, args: string[], env: NodeJS.ProcessEnv): Promise<Program> {
    const program = new Program(origin, args, env)
    await program.says('车铺已启动')
    return program
  }

  /** Starts the same again at the same address, after it has ended. */
  again(): Promise<Program> {
    return Program.at(this.origin, this.args, this.env)
  }

  /** Waits until its output holds the words; fails when it ends before. */
  async says(words: string): Promise<void> {
    while (!this.output.includes(words)) {
      if ((await this.hears()) && !this.output.includes(words))
        throw new Error(`the program ended without saying ${words}: ${this.output}`)
    }
  }

  /** Waits until it writes something more; true when it has ended. */
  hears(): Promise<boolean> {
    const heard = new Promise<false>((resolve) => (this.heard = () => resolve(false)))
    return Promise.race([this.ended.then(() => true), heard])
  }

  /** Sends a signal and answers the exit code and the milliseconds until then. */
  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<{ code: number | null; ms: number }> {
    const since = performance.now()
    this.process.kill(signal)
    const code = await this.ended
    return { code, ms: performance.now() - since }
  }

  /** The log's lines of JSON. */
  get log(): { level: number; msg: string; [field: string]: unknown }[] {
    return this.output.split('\n').flatMap((line) => (line.startsWith('{') ? JSON.parse(line) : []))
  }

  /** For the end of a test that failed: nothing is left behind. */
  async kill(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGKILL')
    await this.ended
  }
}

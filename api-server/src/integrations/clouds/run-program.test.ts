import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, test, vi } from 'vitest'
import { type Program, runProgram } from './run-program.ts'

/** A test program, its output, and its result. */
function start(code: string, more: Partial<Program> = {}) {
  const aborting = new AbortController()
  const lines: string[] = []
  const { promise: started, resolve: onStart } = Promise.withResolvers<number>()
  const ended = runProgram({
    file: process.execPath,
    args: ['-e', code],
    cwd: tmpdir(),
    env: { MARK: 'its own' },
    signal: aborting.signal,
    stop: { signal: 'SIGTERM', withinMs: 60_000 },
    onLine: (line) => lines.push(line),
    onStart,
    ...more,
  })
  const says = (line: string) => vi.waitFor(() => expect(lines).toContain(line), { timeout: 10_000 })
  return { lines, started, ended, says, stop: () => aborting.abort(new Error('stop')) }
}
/** Whether the process has ended, even if it is still a zombie. */
const isGone = (pid: number) =>
  vi.waitFor(() => expect(!existsSync(`/proc/${pid}`) || standing(pid).state === 'Z').toBe(true), { timeout: 10_000 })
/** State of a process according to the kernel. */
function standing(pid: number) {
  const [state, parent, group] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return { state, parent: Number(parent), group: Number(group) }
}
const forever = 'setInterval(() => {}, 1000);'

describe('a program', () => {
  test('reports its lines, code and errors, with a separate environment and without our IPC channel', async () => {
    const code = `console.log(JSON.stringify(process.env)); console.log('größer\\r'); process.stdout.write('no end')
      console.error('and an error'); process.exitCode = 7`
    const errors: string[] = []
    const { ended, lines, started } = start(code, { onErrorLine: (line) => errors.push(line) })
    expect(await ended).toEqual({ code: 7, stopped: null, errors: 'and an error\n' })
    expect([JSON.parse(lines[0]!), ...lines.slice(1)]).toEqual([{ MARK: 'its own' }, 'größer', 'no end'])
    expect([errors, await started]).toEqual([['and an error'], expect.any(Number)])
  })

  test('that is missing cannot be started', async () => {
    await expect(start('', { file: '/no/such/program' }).ended).rejects.toThrow(
      'The program /no/such/program cannot be started: spawn /no/such/program ENOENT',
    )
  })

  test('that prints 10 MB without a line break is read up to the requested line length', async () => {
    const code = 'process.stdout.write("x".repeat(1e7) + "\\nlast\\n")'
    const few = start(code)
    expect((await few.ended).code).toBe(0)
    expect(few.lines.map((line) => line.length)).toEqual([16 * 1024, 4])
    const all = start(code, { maxLineBytes: 32e6 })
    await all.ended
    expect(all.lines.map((line) => line.length)).toEqual([1e7, 4])
  })

  test('that prints endlessly is stopped', async () => {
    const { ended } = start(
      'const line = "x".repeat(60_000) + "\\n"; (function more() { process.stdout.write(line, more) })()',
    )
    expect((await ended).stopped).toBe('output')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('exits with its own code on %s', async (signal) => {
    const code = `${forever} process.on('${signal}', () => { console.log('stopping'); process.exit(3) }); console.log('ready')`
    const { ended, lines, says, stop } = start(code, { stop: { signal, withinMs: 60_000 } })
    await says('ready')
    stop()
    expect([await ended, lines]).toEqual([{ code: 3, stopped: 'signal', errors: '' }, ['ready', 'stopping']])
  })

  test('that ignores its stop signal is killed with all its child processes', async () => {
    const child = `require('node:child_process').spawn(process.execPath, ['-e', "${forever}"], { stdio: 'inherit' })`
    const code = `for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {}); ${forever} console.log(${child}.pid)`
    const { ended, lines, started, stop } = start(code, { stop: { signal: 'SIGINT', withinMs: 50 } })
    await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 10_000 })
    stop()
    expect((await ended).stopped).toBe('signal')
    await isGone(await started)
    await isGone(Number(lines[0]))
  })

  test('is not started if it was already aborted', async () => {
    const onStart = vi.fn()
    expect(await start('', { signal: AbortSignal.abort(), onStart }).ended).toEqual({
      code: null,
      stopped: 'signal',
      errors: '',
    })
    expect(onStart).not.toHaveBeenCalled()
  })

  test('has a guard that terminal interrupts do not reach, and ends with it', async () => {
    const { ended, started } = start(forever)
    const pid = await started
    const { parent: guard, group } = standing(pid)
    expect(group).toBe(pid)
    expect(standing(guard)).toMatchObject({ parent: process.pid, group: guard })
    process.kill(guard, 'SIGKILL')
    expect((await ended).code).not.toBe(0)
    await isGone(pid)
  })
})

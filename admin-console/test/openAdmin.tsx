import { ApiError, type Operation, type Session } from '@flagyard/api-types'
import * as schemas from '@flagyard/api-types/schemas'
import { createSession } from '@flagyard/auth'
import { followTheme } from '@flagyard/ui/theme'
import { onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Console, createRouter } from '../src/App.tsx'
import type { Api } from '../src/providers/api.ts'
import { consoleOperations } from '../src/providers/console-operations.ts'
import { sessionOf } from './answers.ts'

type Call = keyof typeof consoleOperations
/** An answer, or what makes it from the call's input. */
export type Answers = Partial<Record<Call, unknown>>

/** Opens the console at an address, with the server's answers given by the names of the calls. A call without one is 501. */
export async function openAdmin(
  address: string,
  { as = sessionOf(), answers = {} }: { as?: Session | null; answers?: Answers } = {},
) {
  const asked: { call: Call; input: unknown }[] = []
  const leave = vi.fn<(path: string) => void>()
  const signOut = vi.fn(async () => undefined)
  const session = createSession({ refresh: async () => as, signOut, log: () => undefined })
  const before = location.pathname + location.search + location.hash
  history.replaceState(null, '', address)
  const unfollow = followTheme()
  const router = createRouter({ api: answering(answers, asked), session, leave })
  const screen = await render(<Console router={router} />)
  onTestFinished(() => {
    router.dispose()
    unfollow()
    session.dispose()
    history.replaceState(null, '', before)
  })
  return {
    ...screen,
    asked,
    inputsOf: (call: Call) => asked.filter((one) => one.call === call).map(({ input }) => input),
    leave,
    session,
    signOut,
    path: () => location.pathname + location.search,
  }
}

/** A client whose answers are checked by the contract, as the server's are. */
export function answering(answers: Answers, asked: { call: Call; input: unknown }[] = []): Api {
  const calls = Object.entries<Operation>(consoleOperations).map(([call, row]) => [
    call,
    async (input: unknown = {}) => {
      asked.push({ call: call as Call, input })
      const answer = answers[call as Call]
      if (answer === undefined) throw new ApiError('not_served', 'This part is still being built.')
      const given: unknown = typeof answer === 'function' ? await answer(input) : answer
      const data = parsed(row, given)
      return row.list ? { data, total: (data as unknown[]).length, estimated: false } : data
    },
  ])
  return Object.fromEntries(calls) as Api
}

function parsed(row: Operation, given: unknown): unknown {
  if (!row.returns) return given
  const one = (schemas as unknown as Record<string, Schema>)[row.returns.replace('[]', '')]
  if (!one) throw new Error(`The contract has no schema ${row.returns}`)
  return (row.returns.endsWith('[]') ? one.array() : one).parse(given)
}

interface Schema {
  parse(value: unknown): unknown
  array(): Schema
}

import type { Session } from '@flagyard/api-types'
import { createClient } from '@flagyard/api-types/contract/client'
import { answering, type Answers as Given } from '@flagyard/api-types/test-support/answering'
import { createSession } from '@flagyard/auth'
import { followTheme } from '@flagyard/ui/theme'
import { expect, onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Console, createRouter } from '../src/App.tsx'
import type { Api } from '../src/providers/api.ts'
import { consoleOperations } from '../src/providers/console-operations.ts'
import { sessionOf } from './answers.ts'

export type Answers = Given<typeof consoleOperations>

/** Opens the console at an address, with the server's answers by call name. */
export async function openAdmin(
  address: string,
  { as = sessionOf(), answers = {} }: { as?: Session | null; answers?: Answers } = {},
) {
  const { asked, broken, inputsOf, send } = answering(consoleOperations, answers)
  const leave = vi.fn<(path: string) => void>()
  const signOut = vi.fn(async () => undefined)
  const session = createSession({ refresh: async () => as, signOut, log: () => undefined })
  const before = location.pathname + location.search + location.hash
  history.replaceState(null, '', address)
  const unfollow = followTheme()
  const router = createRouter({ api: createClient(consoleOperations, { send }), session, leave })
  const screen = await render(<Console router={router} />)
  onTestFinished(() => {
    expect(broken).toEqual([])
    router.dispose()
    unfollow()
    session.dispose()
    history.replaceState(null, '', before)
  })
  return {
    ...screen,
    asked,
    inputsOf,
    leave,
    session,
    signOut,
    path: () => location.pathname + location.search,
    goTo: (path: string) => router.navigate(path),
  }
}

/** Client of the console, answered by the test. */
export const apiAnswering = (answers: Answers): Api =>
  createClient(consoleOperations, { send: answering(consoleOperations, answers).send })

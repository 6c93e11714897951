import type { Session } from '@flagyard/api-types'
import { learnerOperations } from '@flagyard/api-types/learner'
import { LinkContext } from '@flagyard/ui/Link'
import { BrowserRouter } from 'react-router-dom'
import { onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AppLink } from '../src/app/AppLink.tsx'
import { AppRoutes } from '../src/app/router.tsx'
import { queryClient } from '../src/lib/query.ts'
import { session } from '../src/lib/session.ts'

type Call = keyof typeof learnerOperations
export type Answers = Partial<Record<Call, unknown>>

/** Opens the app at an address, with the server's answers, or promises of them, given by the names of the calls. A call without one is 404. */
export async function open(address: string, { as, answers = {} }: { as?: Session; answers?: Answers } = {}) {
  const asked: { call: string; init: Request }[] = []
  const base = { refresh: null, listBanners: [], ...answers }
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const call = callOf(request)
    if (call === undefined) return new Response(null, { status: 404 })
    asked.push({ call, init: request })
    const answer = await base[call as keyof typeof base]
    if (answer instanceof Response) return answer.clone()
    if (answer === null) return new Response(null, { status: 204 })
    if (answer === undefined) return problem(404, 'not_found', 'There is no such thing.')
    return Response.json(answer)
  })
  session.set(as ?? null)
  queryClient.clear()
  const before = location.pathname + location.search + location.hash
  history.replaceState(null, '', address)
  onTestFinished(() => {
    session.set(null)
    fetched.mockRestore()
    history.replaceState(null, '', before)
  })
  await session.start()
  const screen = await render(
    <LinkContext value={AppLink}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </LinkContext>,
  )
  return { ...screen, asked, path: () => location.pathname + location.search + location.hash }
}

export function problem(
  status: number,
  code: string,
  detail: string,
  errors?: { field: string; message: string }[],
): Response {
  return Response.json(
    { type: 'about:blank', title: code, status, code, detail, ...(errors && { errors }) },
    { status },
  )
}

export function sessionOf(user: Partial<Session['user']> = {}): Session {
  return {
    access_token: 'token',
    token_type: 'bearer',
    expires_in: 900,
    user: {
      id: '00000000-0000-4000-8000-000000000001',
      username: 'mara',
      email: 'mara@example.org',
      full_name: 'Mara K',
      roles: ['user'],
      capabilities: [],
      is_active: true,
      ...user,
    },
  }
}

function callOf(request: Request): string | undefined {
  const path = new URL(request.url).pathname.replace('/api/v1', '')
  const exact = Object.entries(learnerOperations).find(([, row]) => row.method === request.method && row.path === path)
  const matching = Object.entries(learnerOperations).find(
    ([, row]) => row.method === request.method && new RegExp(`^${row.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  return (exact ?? matching)?.[0]
}

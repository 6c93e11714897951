import type { LegalPageName, Session } from '@flagyard/api-types'
import { courseContentOperations } from '@flagyard/api-types/content/course-operations'
import { learnerOperations } from '@flagyard/api-types/learner'
import { answering, type Answers as Given } from '@flagyard/api-types/test-support/answering'
import { LinkContext } from '@flagyard/ui/Link'
import { BrowserRouter } from 'react-router-dom'
import { expect, onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AppLink, AppRoutes } from '../src/app/router.tsx'
import { queryClient } from '../src/lib/query.ts'
import { session } from '../src/lib/session.ts'
import { legalHeads, legalPage } from './legal.ts'

const { previewCourse, getLessonVideo } = courseContentOperations
const rows = { ...learnerOperations, previewCourse, getLessonVideo }
export type Answers = Given<typeof rows>

/** Opens the app at an address, with the server's answers given by the names of the calls. */
export async function open(address: string, { as, answers = {} }: { as?: Session; answers?: Answers } = {}) {
  const { asked, broken, inputsOf, fetch } = answering(rows, {
    refresh: null,
    listBanners: [],
    listMyLessonReports: [],
    listUnpaidOrders: [],
    listMySharing: [],
    listLegalPages: legalHeads,
    listLegalPagesToAccept: [],
    getLegalPage: ({ page }: { page: LegalPageName }) => legalPage(page),
    getHomePage: { blocks: [] },
    ...answers,
  })
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(fetch)
  session.set(as ?? null)
  queryClient.clear()
  const before = location.pathname + location.search + location.hash
  history.replaceState(null, '', address)
  onTestFinished(() => {
    expect(broken).toEqual([])
    session.set(null)
    fetched.mockRestore()
    history.replaceState(null, '', before)
  })
  await session.start()
  const show = () =>
    render(
      <LinkContext value={AppLink}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </LinkContext>,
    )
  const screen = await show()
  return {
    ...screen,
    asked,
    inputsOf,
    path: () => location.pathname + location.search + location.hash,
    /** As the browser does: only the address and the history entry stay. */
    async reload() {
      await screen.unmount()
      await show()
    },
  }
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

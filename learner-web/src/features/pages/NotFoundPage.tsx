import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Cover } from '@flagyard/ui/Cover'
import { errorMessage, Failed } from '@flagyard/ui/Feedback'
import type { ComponentProps } from 'react'
import { useLocation } from 'react-router-dom'
import { Page } from '../../shell/Page.tsx'
import styles from './Prose.module.css'

export default function NotFoundPage() {
  const { pathname, search } = useLocation()
  return (
    <Page title="Page not found" width="text" aside={<Cover slug={pathname} tall className={styles.cover} />}>
      <div className="stack">
        <p>
          <span className="mono">{pathname + search}</span> does not exist. The page may have moved, or part of the link
          may be missing.
        </p>
        <div className="row">
          <ButtonLink to={paths.courses} variant="primary">
            Browse courses
          </ButtonLink>
          <ButtonLink to={paths.home}>Go to the home page</ButtonLink>
        </div>
      </div>
    </Page>
  )
}

interface Props extends Pick<ComponentProps<typeof Page>, 'title' | 'width'> {
  what: string
  error: unknown
  onRetry: () => void
}

/** Replaces a page whose data could not be loaded, or does not exist. */
export function FailedPage({ what, error, onRetry, ...page }: Props) {
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundPage />
  return (
    <Page {...page}>
      <Failed what={what} why={errorMessage(error)} onRetry={onRetry} />
    </Page>
  )
}

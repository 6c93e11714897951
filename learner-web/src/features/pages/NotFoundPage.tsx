import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Cover } from '@flagyard/ui/Cover'
import { useLocation } from 'react-router-dom'
import { Page } from '../../shell/Page.tsx'
import styles from './Prose.module.css'

export default function NotFoundPage() {
  const { pathname, search } = useLocation()
  return (
    <Page title="Page not found" width="text" beside={<Cover slug={pathname} tall className={styles.cover} />}>
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

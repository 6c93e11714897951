import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { useLocation } from 'react-router-dom'
import { Page } from '../../shell/Page.tsx'

export default function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <Page title="There is nothing here" width="text">
      <div className="stack">
        <p>
          <span className="mono">{pathname}</span> leads nowhere. It may have moved, or the link was cut short.
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

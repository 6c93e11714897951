import { consolePaths } from '@flagyard/api-types/console-links'
import { buttonClass } from '@flagyard/ui/Button'
import { siteName } from '@flagyard/ui/brand'
import { Empty } from '@flagyard/ui/Feedback'
import { useEffect } from 'react'

export default function NotFound() {
  useEffect(() => {
    document.title = `Not found · ${siteName} console`
  }, [])
  return (
    <>
      <h1 className="visually-hidden">Not found</h1>
      <Empty
        title="Page not found"
        icon="search"
        action={
          <a className={buttonClass({ variant: 'primary' })} href={consolePaths.home}>
            Go to the dashboard
          </a>
        }
      >
        The address may be wrong, or the page was removed.
      </Empty>
    </>
  )
}

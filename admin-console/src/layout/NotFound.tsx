import { buttonClass } from '@flagyard/ui/Button'
import { Empty } from '@flagyard/ui/States'
import { useEffect } from 'react'

/** An address that leads nowhere. */
export default function NotFound() {
  useEffect(() => {
    document.title = 'Not found · Flagyard console'
  }, [])
  return (
    <>
      <h1 className="visually-hidden">Not found</h1>
      <Empty
        title="There is no such page"
        icon="search"
        action={
          <a className={buttonClass({ look: 'primary' })} href="/admin">
            Go to the dashboard
          </a>
        }
      >
        The address may be mistyped, or what stood here is gone.
      </Empty>
    </>
  )
}

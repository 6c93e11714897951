import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { queryClient } from '../../lib/query.ts'
import { overlay, toasts } from '../../shell/toasts.ts'
import { openCheckout, type ProductKind, purchase } from './purchase.ts'

/** Enrols in a free product with one click. */
export function EnrollButton({ kind, slug }: { kind: ProductKind; slug: string }) {
  const navigate = useNavigate()
  // One key until there is a response, so that a retry after a lost response does not enrol twice.
  const idempotencyKey = useRef(crypto.randomUUID())
  const enroll = () =>
    overlay.showWhile('One moment', async () => {
      try {
        const checkout = await purchase(kind, { slug, quantity: 1 }, idempotencyKey.current)
        idempotencyKey.current = crypto.randomUUID()
        openCheckout(checkout, (path) => void navigate(path))
      } catch (error) {
        if (error instanceof ApiError) idempotencyKey.current = crypto.randomUUID()
        const owned = error instanceof ApiError && error.code === 'already_owned'
        toasts.show({ type: owned ? 'info' : 'failure', content: errorMessage(error) })
        if (owned) {
          void queryClient.invalidateQueries()
          void navigate(kind === 'course' ? paths.classroom(slug) : paths.dashboard)
        }
      }
    })
  return (
    <Button variant="primary" onClick={enroll}>
      Enrol for free
    </Button>
  )
}

import type { Money } from '@flagyard/api-types'
import { formatPrice } from '@flagyard/ui/format'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Suspense } from 'react'
import { QueryProvider } from '../../lib/QueryProvider.tsx'
import { useSession } from '../../lib/session.ts'

const OwnedOrPrice = lazyScreen(() => import('./OwnedOrPrice.tsx'))

/** The price of a course, or how far the learner is in it. The home page paints it before anything is asked of the server. */
export function CoursePrice({ slug, price }: { slug: string; price: Money }) {
  const session = useSession()
  if (!session?.user.is_active) return <b>{formatPrice(price)}</b>
  return (
    <ScreenBoundary silent>
      <Suspense fallback={null}>
        <QueryProvider>
          <OwnedOrPrice slug={slug} price={price} />
        </QueryProvider>
      </Suspense>
    </ScreenBoundary>
  )
}

import type { Money } from '@flagyard/api-types'
import { formatPrice } from '@flagyard/ui/format'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Suspense } from 'react'
import { QueryProvider } from '../../lib/QueryProvider.tsx'
import { useSession } from '../../lib/session.ts'

const OwnedOrPrice = lazyScreen(() => import('./OwnedOrPrice.tsx'))

/** Price of a course, or the learner's progress in it. The home page renders it before any request to the server. */
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

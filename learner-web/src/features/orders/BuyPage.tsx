import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { Navigate, useParams } from 'react-router-dom'
import * as t from '../../messages/en/orders.ts'
import { Page } from '../../shell/Page.tsx'
import { BuyForm } from './BuyForm.tsx'
import { useProduct } from './product.ts'
import type { ProductKind } from './purchase.ts'

export default function BuyPage() {
  const { kind = '', slug = '' } = useParams()
  if (!isKind(kind)) return <NothingForSale />
  return <Buy key={`${kind} ${slug}`} kind={kind} slug={slug} />
}

const isKind = (kind: string): kind is ProductKind => Object.hasOwn(t.kinds, kind)

function Buy({ kind, slug }: { kind: ProductKind; slug: string }) {
  const { product, error, refetch } = useProduct(kind, slug)
  if (product === null) return <NothingForSale />
  // Free products have no checkout: the button is on the product's page.
  if (product?.price.amount === 0) return <Navigate to={product.path} replace />
  return (
    <Page title={product ? t.buyTitle({ title: product.title }) : t.buy}>
      {error && <Failed what={t.thisProduct[kind]} why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !product && <Loading what={t.theProduct[kind]} />}
      {!error && product && <BuyForm product={product} />}
    </Page>
  )
}

const NothingForSale = () => (
  <Page title={t.buy} width="text">
    <Empty
      title={t.nothingForSale}
      icon="search"
      action={<ButtonLink to={paths.courses}>{t.browseCourses}</ButtonLink>}
    >
      {t.nothingForSaleHint}
    </Empty>
  </Page>
)

import type { Money } from '@flagyard/api-types'
import { formatPrice } from '@flagyard/ui/format'
import { pricesIncludeVat } from '../../lib/vat.ts'

/** Domestic price, marked as including VAT once a seller is configured. */
export const PriceWithTax = ({ price }: { price: Money }) => (
  <>
    {formatPrice(price)}
    {price.amount > 0 && pricesIncludeVat() && <span className="small muted"> incl. VAT</span>}
  </>
)

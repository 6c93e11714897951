import type { Money } from '@flagyard/api-types'
import { formatPrice } from '@flagyard/ui/format'
import { pricesIncludeVat } from '../../lib/vat.ts'

/** A price as it is charged at home: with tax in it where there is a seller. */
export const PriceWithTax = ({ price }: { price: Money }) => (
  <>
    {formatPrice(price)}
    {price.amount > 0 && pricesIncludeVat() && <span className="small muted"> incl. VAT</span>}
  </>
)

import type { Money } from '@flagyard/api-types'
import { formatPrice } from '@flagyard/ui/format'

/** A price as it is charged at home: tax is in it. */
export const PriceWithTax = ({ price }: { price: Money }) => (
  <>
    {formatPrice(price)}
    {price.amount > 0 && <span className="small muted"> incl. VAT</span>}
  </>
)

import type { OrderQuote } from '@flagyard/api-types'

/** Whether prices include VAT, as they do once the site has a seller. The server writes it into each page. */
export const pricesIncludeVat = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="vat"]')?.content === 'included'

/** A sentence for lists of prices, or nothing. */
export const vatNote = (): string => (pricesIncludeVat() ? ' Prices include VAT.' : '')

/** What the total of an order is called. Until the server has worked out its tax, it is the price. */
export function totalLabel(charged: Pick<OrderQuote, 'tax' | 'tax_lines'> | undefined): string {
  const isTaxed = charged ? charged.tax.amount > 0 : pricesIncludeVat()
  if (isTaxed) return 'Total, incl. VAT'
  return charged && charged.tax_lines.length > 0 ? 'Total, without VAT' : 'Total'
}

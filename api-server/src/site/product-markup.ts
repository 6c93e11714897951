import type { Money } from '@flagyard/api-types'
import { toDecimal } from '@flagyard/api-types/contract/decimal'

interface Product {
  title: string
  description: string
  category: string
  /** Null: not sold by itself, or not yet. */
  price: Money | null
}

/** A lab or an exam in the words of schema.org. What is not for sale has no offer. */
export function productMarkup({ title, description, category, price }: Product, url: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    description,
    category,
    brand: { '@type': 'Brand', name: 'Flagyard' },
    url,
    ...(price && { offers: offerMarkup(price, url) }),
  }
}

/** What it costs, and that it can be had now. */
export const offerMarkup = (price: Money, url: string) => ({
  '@type': 'Offer',
  category: price.amount === 0 ? 'Free' : 'Paid',
  price: toDecimal(price),
  priceCurrency: price.currency,
  availability: 'https://schema.org/InStock',
  url,
})

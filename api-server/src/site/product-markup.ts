import type { Money } from '@flagyard/api-types'

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
  price: (price.amount / 100).toFixed(2),
  priceCurrency: price.currency.toUpperCase(),
  availability: 'https://schema.org/InStock',
  url,
})

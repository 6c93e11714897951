/**
 * Supported price currencies: those that Stripe charges in the minor units of ISO 4217.
 * ISK, UGX and MGA are excluded: Stripe counts ISK and UGX in hundredths that do not exist, and MGA in whole units although ISO 4217 gives it two
 * decimals. HUF and TWD are charged with two decimals; only their payouts are in whole units.
 */
export const currencies = [
  ...['EUR', 'USD', 'GBP', 'CHF', 'AED', 'ALL', 'AMD', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BHD', 'BIF'],
  ...['BMD', 'BND', 'BOB', 'BRL', 'BSD', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CLP', 'CNY', 'COP', 'CRC', 'CVE', 'CZK'],
  ...['DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ETB', 'FJD', 'FKP', 'GEL', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL'],
  ...['HTG', 'HUF', 'IDR', 'ILS', 'INR', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KRW', 'KWD', 'KYD', 'KZT'],
  ...['LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MKD', 'MMK', 'MNT', 'MOP', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR'],
  ...['MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR'],
  ...['RON', 'RSD', 'RWF', 'SAR', 'SBD', 'SCR', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SZL', 'THB', 'TJS', 'TND'],
  ...['TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UYU', 'UZS', 'VND', 'VUV', 'WST', 'XAF', 'XCD', 'XOF', 'XPF', 'YER'],
  ...['ZAR', 'ZMW'],
] as const

export const isSold = (currency: string): boolean => (currencies as readonly string[]).includes(currency)

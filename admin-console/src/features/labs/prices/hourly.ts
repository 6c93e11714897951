const number = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** `0.42 EUR`, of millionths of the currency. */
export const formatHourly = (micros: number, currency: string): string =>
  `${number.format(micros / 1_000_000)} ${currency}`

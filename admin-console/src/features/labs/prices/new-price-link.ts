import { consolePaths } from '@flagyard/api-types/links'

/** To the form for a new price, with what it is about. react-admin fills a new record from `source`. */
export const newPriceLink = (about: { cloud: string; type: string }) =>
  `${consolePaths.newResourcePrice}?source=${encodeURIComponent(JSON.stringify(about))}`

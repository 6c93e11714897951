import { consolePaths } from '@flagyard/api-types/links'

/** Link to the form for a new price with prefilled fields. react-admin reads them from `source`. */
export const newPriceLink = (about: { cloud: string; type: string }) =>
  `${consolePaths.newResourcePrice}?source=${encodeURIComponent(JSON.stringify(about))}`

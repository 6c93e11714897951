import { NumberInput, type NumberInputProps } from 'react-admin'

/** A share between 0 and 1, as percent. */
export const ShareInput = (props: NumberInputProps) => (
  <NumberInput
    min={0}
    max={100}
    format={(share?: number) => (share === undefined || share === null ? '' : Math.round(share * 100))}
    parse={(typed: string) => (typed === '' ? null : Number(typed) / 100)}
    {...props}
  />
)

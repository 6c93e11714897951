import { NumberInput, type NumberInputProps } from 'react-admin'

/** A fraction from 0 to 1, edited as a percentage. */
export const ShareInput = (props: NumberInputProps) => (
  <NumberInput
    min={0}
    max={100}
    format={(share?: number) => (share === undefined || share === null ? '' : Math.round(share * 100))}
    parse={(typed: string) => (typed === '' ? null : Number(typed) / 100)}
    {...props}
  />
)

/** Whether an address is in a range such as `203.0.113.0/24`; without a prefix length, the range is a single address. */
export function isInRange(range: string, address: string): boolean {
  const [network = '', length, ...rest] = range.split('/')
  const [wanted, given] = [numberOf(network), numberOf(address)]
  if (!wanted || !given || wanted.bits !== given.bits || rest.length > 0) return false
  const kept = length === undefined ? wanted.bits : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  if (!(kept >= 0 && kept <= wanted.bits)) return false
  const dropped = BigInt(wanted.bits - kept)
  return wanted.value >> dropped === given.value >> dropped
}

interface Address {
  bits: 32 | 128
  value: bigint
}

const numberOf = (text: string): Address | null => (text.includes(':') ? sixOf(text) : fourOf(text))

function fourOf(text: string): Address | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return null
  return { bits: 32, value: parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n) }
}

function sixOf(text: string): Address | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head, tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - (head?.length ?? 0) - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const parts = [...(head ?? []), ...Array<string>(missing).fill('0'), ...tail]
  if (!parts.every((part) => /^[\da-f]{1,4}$/i.test(part))) return null
  return { bits: 128, value: parts.reduce((value, part) => (value << 16n) | BigInt(`0x${part}`), 0n) }
}

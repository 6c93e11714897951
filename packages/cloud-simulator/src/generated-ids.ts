import { createHmac } from 'node:crypto'
import type { World } from './world.ts'

type Named = Pick<World, 'seed'>

/** Pseudo-random bytes for a name in a world: always the same, and unpredictable without its seed. */
export const bytesOf = ({ seed }: Named, name: string): Buffer => createHmac('sha512', seed).update(name).digest()

export const hexOf = (world: Named, name: string, length: number): string =>
  bytesOf(world, name).toString('hex').slice(0, length)

/** Letters and digits in the style of AWS ids: `AROA…`, `AKIA…`. */
export function lettersOf(world: Named, name: string, length: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  return [...bytesOf(world, name)]
    .map((byte) => alphabet[byte % 32])
    .join('')
    .slice(0, length)
}

export const secretOf = (world: Named, name: string, length: number): string =>
  bytesOf(world, name).toString('base64').replace(/[+/=]/g, 'x').slice(0, length)

/** Digits only: `123456789012` for accounts, and project numbers. */
export const digitsOf = (world: Named, name: string, length: number): string =>
  [...bytesOf(world, name)]
    .map((byte) => (byte % 9) + 1)
    .join('')
    .slice(0, length)

export function uuidOf(world: Named, name: string): string {
  const hex = hexOf(world, name, 32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Creation time of a resource: a fixed second within the minutes in which the account was built. */
export function madeOn(world: Pick<World, 'seed' | 'built_at'>, name: string): Date {
  const seconds = bytesOf(world, `made ${name}`).readUInt32BE(0) % BUILD_SECONDS
  return new Date(Date.parse(world.built_at) - seconds * 1000)
}

const BUILD_SECONDS = 240

/** `2026-11-24T10:04:12Z`. */
export const utc = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`

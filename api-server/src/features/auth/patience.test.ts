import { describe, expect, test, vi } from 'vitest'
import { type Overtaken, withPatience } from './patience.ts'

const PATIENCE = 20

describe('work that makes way for others', () => {
  test('is done once where it is done in time', async () => {
    const urgent = vi.fn(async () => 'urgent')
    expect(await withPatience(async () => 'patient', urgent, PATIENCE)).toBe('patient')
    await new Promise((resolve) => setTimeout(resolve, 2 * PATIENCE))
    expect(urgent).not.toHaveBeenCalled()
  })

  test('is done by another when it never gets its turn', async () => {
    const starved = () => new Promise<string>(() => {})
    expect(await withPatience(starved, async () => 'urgent', PATIENCE)).toBe('urgent')
  })

  test('is dropped where it still waited in a queue', async () => {
    const turn = Promise.withResolvers<void>()
    const seen: number[] = []
    const queued = async (overtaken: Overtaken) => {
      await turn.promise
      seen.push(Atomics.load(overtaken, 0))
      return null
    }
    const urgent = async () => {
      turn.resolve()
      await new Promise((resolve) => setTimeout(resolve, PATIENCE))
      return 'urgent'
    }
    expect(await withPatience(queued, urgent, PATIENCE)).toBe('urgent')
    expect(seen).toEqual([1])
  })

  test('says what went wrong, from whichever failed', async () => {
    const fails = async () => {
      throw new Error('No thread')
    }
    await expect(withPatience(fails, async () => 'urgent', PATIENCE)).rejects.toThrow('No thread')
    await expect(withPatience(() => new Promise(() => {}), fails, PATIENCE)).rejects.toThrow('No thread')
  })

  test('a hash that was overtaken in the queue costs nothing more', async () => {
    const { default: derive } = await import(new URL('./password-worker.js', import.meta.url).href)
    const derivation = {
      message: Buffer.from('a phrase'),
      nonce: Buffer.alloc(16),
      memory: 64,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    }
    const flag = (value: number) => new Int32Array(new SharedArrayBuffer(4)).fill(value)
    expect(derive({ ...derivation, overtaken: flag(1) })).toBeNull()
    expect(derive({ ...derivation, overtaken: flag(0) })).toHaveLength(32)
    expect(derive(derivation)).toHaveLength(32)
  })
})

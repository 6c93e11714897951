import { expect, test } from 'vitest'
import { redact, redactStages, secretsOf } from './redact-log.ts'

const keyFile = JSON.stringify({
  type: 'service_account',
  project_id: 'lab-1',
  private_key: 'BEGIN\nline-of-the-key\nEND',
})

test('a log line keeps what it says and loses every secret, whole key files and their lines too', () => {
  const secrets = secretsOf(['AKIA-canary-1', 'canary', keyFile])
  expect(redact('aws_iam_user: created with AKIA-canary-1 and canary', secrets)).toBe(
    'aws_iam_user: created with •••••• and ••••••',
  )
  expect(redact('read line-of-the-key of service_account lab-1', secrets)).toBe('read •••••• of service_account lab-1')
})

test('of two secrets the longer one goes first, and short words stay', () => {
  const secrets = secretsOf(['secret', 'secret-and-more', 'eu-1', ''])
  expect(redact('secret-and-more in eu-1, secret', secrets)).toBe('•••••• in eu-1, ••••••')
})

test('what has no log stays as it is', () => {
  const stage = { name: 'Drawing', state: 'done' as const, started_at: null, ended_at: null, log: [] }
  expect(redactStages([stage], ['canary'])).toEqual([stage])
})

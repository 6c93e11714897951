import type { Deps } from '../../../../deps.ts'
import { invalidField } from '../../../../errors.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import type { Account } from '../queries.ts'
import { recoveryCodeUsedMail } from './mails.ts'
import { consumeProof } from './passkey-assertion.ts'
import { consumeRecoveryCode, consumeTotpStep, countRecoveryCodes, findTotp, hasSecondFactor } from './queries.ts'
import { hashRecoveryCode, normalizeCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/** Consumes a code from the authenticator app, a recovery code, or a passkey proof. Attempts are limited per account. */
export async function consumeCode(deps: NeededDeps, account: Account, typed: string): Promise<void> {
  const { db, clock, secrets, config } = deps
  await consumeAttempt(deps, `factor:${account.id}`, 6, 300)
  if (!(await hasSecondFactor(db, account.id))) return
  const code = normalizeCode(typed)
  const totp = await findTotp(db, account.id)
  if (totp && /^\d{6}$/.test(code)) {
    const step = stepOf(secrets.open('factor', totp.id, totp.secret_sealed ?? ''), code, clock.now())
    if (step !== null && (await consumeTotpStep(db, totp.id, step))) return
  } else if (await consumeProof(deps, account.id, code)) {
    return
  } else if (await consumeRecoveryCode(db, account.id, hashRecoveryCode(secrets, account.id, code))) {
    const left = await countRecoveryCodes(db, account.id)
    await queueMail(db, await prepareMail(recoveryCodeUsedMail(account, config.publicUrl, left)))
    return
  }
  throw invalidField('code', 'This code is wrong or was already used. Wait for the next one and try again')
}

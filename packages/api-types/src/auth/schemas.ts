import { z } from 'zod'
import { normalizeEmail } from '../contract/email-address.ts'
import { email, fullName, line, newUsername, ownPath, password, time, uuid } from '../contract/fields.ts'

export const role = z.enum(['user', 'admin'])
export type Role = z.output<typeof role>
export const capability = z.enum(['owner', 'support', 'content', 'finance', 'cloud'])
export type Capability = z.output<typeof capability>

/** The signed-in user in the response of sign-in and refresh. */
export const sessionUser = z.object({
  id: uuid,
  username: z.string(),
  email: z.string(),
  full_name: z.string(),
  roles: z.array(role),
  capabilities: z.array(capability),
  is_active: z.boolean(),
  /** Present until the user accepts or declines product news; the dashboard asks (docs/decisions/0106). */
  product_news_unanswered: z.literal(true).optional(),
})

export const session = z.object({
  /** Present while an administrator impersonates this account: the administrator, and the end of the session. */
  impersonation: z.object({ by: z.string(), until: time }).optional(),
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds. */
  expires_in: z.int(),
  user: sessionUser,
})
export type Session = z.output<typeof session>

/** A session of the caller on one device. */
export const mySession = z.object({
  id: uuid,
  /** Short name from the user agent, such as `Firefox on Windows`. */
  device: z.string(),
  address: z.string().nullable(),
  created_at: time,
  last_used_at: time,
  /** The session that sends this request. */
  current: z.boolean(),
  /** Administrator who started this read-only session; null for the user's own sessions. */
  impersonated_by: z.string().nullable(),
})
export type MySession = z.output<typeof mySession>

export const userSession = mySession.omit({ current: true }).extend({
  state: z.enum(['open', 'ended', 'expired']),
  expires_at: time,
  ended_at: time.nullable(),
  end_reason: z.string().nullable(),
  allowed: z.array(z.enum(['end'])),
})
export type UserSession = z.output<typeof userSession>

export const impersonationPayload = z.strictObject({
  reason: line(500).min(1, 'Enter a reason. The learner will see it'),
})
export const impersonationTicket = z.object({ code: z.string(), until: time })
export const impersonationCode = z.strictObject({ code: z.string().min(1).max(200) })

/** Proof of account ownership: the password, and a code if the account has a second factor. */
export const proofPayload = z.strictObject({
  current_password: z.string().max(1024),
  /** From an authenticator app, a recovery code, or the code that `finishPasskeyAuthentication` returned for a passkey. */
  code: z.string().max(50).optional(),
})
const signinChallenge = z.string().min(1).max(300)
/** Bytes as base64url, the encoding of WebAuthn's JSON. */
const bytes = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most)

/** Passkey assertion from the browser (WebAuthn, AuthenticatorAssertionResponseJSON). */
const passkeyAnswer = z.strictObject({
  id: bytes(1400),
  clientDataJSON: bytes(8_000),
  authenticatorData: bytes(8_000),
  signature: bytes(8_000),
})
export const passkeyAnswerPayload = z.strictObject({ passkey: passkeyAnswer })
export const signinChallengePayload = z.strictObject({ challenge: signinChallenge })
/** Either `code` or `passkey` completes the challenge. */
export const secondFactorPayload = z.strictObject({
  challenge: signinChallenge,
  code: z.string().min(1, 'Type the code').max(50).optional(),
  passkey: passkeyAnswer.optional(),
})
export const totpCodePayload = z.strictObject({ code: z.string().min(1, 'Type the code').max(50) })

const passkeyName = line(60).min(1, 'Enter a name, such as that of the device')
/** New passkey from the browser (WebAuthn, AuthenticatorAttestationResponseJSON). */
export const newPasskeyPayload = z.strictObject({
  name: passkeyName,
  passkey: z.strictObject({
    id: bytes(1400),
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(40_000),
    transports: z.array(z.string().max(30)).max(10),
  }),
})
export const renamePasskeyPayload = z.strictObject({ name: passkeyName })

const passkeyReference = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})
/** Options for creating a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(passkeyReference),
  authenticatorSelection: z.object({
    residentKey: z.enum(['discouraged', 'preferred', 'required']),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.output<typeof passkeyCreation>
/** Options for using a passkey (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const passkeyRequest = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(passkeyReference),
  /** Required if passkey sign-in starts without a password. */
  userVerification: z.enum(['preferred', 'required']),
})
export type PasskeyRequest = z.output<typeof passkeyRequest>
export const factorProof = z.object({ code: z.string() })
export const passkey = z.object({ id: uuid, name: z.string(), since: time, last_used_at: time.nullable() })
export type Passkey = z.output<typeof passkey>

export const secondFactor = z.object({
  totp: z.object({ since: time, last_used_at: time.nullable() }).nullable(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
  /** The caller is an administrator and has not set up the required second factor. */
  required: z.boolean(),
  /** When support will remove all second factors; present only while a removal is pending. */
  removal_at: time.optional(),
})
export type SecondFactor = z.output<typeof secondFactor>

export const userSecondFactor = z.object({
  factors: z.array(
    z.object({
      id: uuid,
      kind: z.enum(['totp', 'passkey']),
      name: z.string(),
      since: time,
      last_used_at: time.nullable(),
    }),
  ),
  recovery_codes_left: z.int(),
  /** Pending removal of all second factors: due date, request date, administrator who requested it, and reason. */
  removal: z.object({ due_at: time, created_at: time, asked_by: z.string().nullable(), reason: z.string() }).nullable(),
  allowed: z.array(z.enum(['remove', 'cancel'])),
})
export type UserSecondFactor = z.output<typeof userSecondFactor>
/** Removing second factors requires the administrator's own password, and a code if they have a second factor. */
export const factorRemovalPayload = z.strictObject({
  ...proofPayload.shape,
  reason: line(500).min(1, 'Enter how you verified the owner'),
})
export const totpKey = z.object({
  key: z.string(),
  uri: z.string(),
  /** QR code of `uri` as a data URL. */
  qr: z.string(),
})
export type TotpKey = z.output<typeof totpKey>
export const recoveryCodes = z.object({ codes: z.array(z.string()) })

export const newAccount = z.object({
  username: newUsername,
  email,
  password,
  full_name: fullName,
})
/** Less strict than {@link newAccount}: the server checks those rules together with its own, so that all errors are reported in one response. */
export const signUpPayload = z.strictObject({
  username: z.string().max(200),
  email: z.string().max(400),
  password: z.string().max(1024),
  full_name: z.string().max(400),
  /** Ignored while no terms are published. */
  accept_terms: z.boolean(),
  /** Version of the terms that the person read. Default: the current one. */
  terms: z.int().min(1).max(999_999).optional(),
  /** Consent to mails about new courses and labs. */
  product_news: z.boolean().optional(),
  locale: line(35).optional(),
  time_zone: line(64).optional(),
  referrer: line(200).optional(),
  /** Page to open after activation. */
  next: ownPath.optional(),
})
export const activateAccountPayload = z.strictObject({ token: z.string().min(1).max(200) })
export const forgotPasswordPayload = z.strictObject({ email })
export const resetPasswordPayload = z.strictObject({ token: z.string().min(1).max(200), password })

/** Has the fields of an OAuth password grant, but only the first two are used (docs/decisions/0003). */
export const signinForm = z.strictObject({
  username: z.string().min(1, 'Type your username or e-mail address').max(254).overwrite(normalizeEmail),
  password: z.string().min(1, 'Type your password').max(1024),
  grant_type: z.literal('password', 'Only “password” is accepted here').optional(),
  scope: z.string().max(500).optional(),
  client_id: z.string().max(200).optional(),
  client_secret: z.string().max(500).optional(),
})

/** A sent mail; readable only in the demo. */
export const outboxMail = z.object({
  id: uuid,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  created_at: time,
})
export const sentence = z.object({ message: z.string() })

export const securitySettings = z.strictObject({ admin_second_factor: z.enum(['required', 'optional']) })

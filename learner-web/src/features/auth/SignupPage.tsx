import { paths } from '@flagyard/api-types/links'
import { siteName } from '@flagyard/ui/brand'
import { Checkbox, Form, PasswordField, SubmitButton, TextField } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { savedReferrer } from '@flagyard/ui/referrer'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { siteHas } from '../../lib/site-offers.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { AuthCard } from './AuthCard.tsx'
import styles from './auth.module.css'
import { useRedirectWhenSignedIn, useReturnTo } from './useReturnTo.ts'

export default function SignupPage() {
  useRedirectWhenSignedIn()
  const { returnTo, withReturnTo } = useReturnTo()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [typed, setTyped] = useState({ password: '', own: [] as string[] })
  const { data: legal } = useQuery(callQuery('listLegalPages'))
  const terms = legal?.find(({ page }) => page === 'terms')
  const hasPrivacy = legal?.some(({ page }) => page === 'privacy') ?? false
  const submission = useSubmit(async (values) => {
    const text = (name: string) => String(values.get(name) ?? '').trim()
    const referrer = savedReferrer()
    const signUpPayload = {
      username: text('username').toLowerCase(),
      email: text('email'),
      full_name: text('full_name'),
      password: String(values.get('password')),
      accept_terms: values.get('accept_terms') !== null,
      ...(terms && { terms: terms.version }),
      product_news: values.get('product_news') !== null,
      locale: navigator.language,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(referrer && { referrer }),
      ...(returnTo && { next: returnTo }),
    }
    try {
      await api.signup({ signUpPayload })
    } catch (error) {
      // Shows the new version if the terms have just been published or changed.
      await queryClient.invalidateQueries(callQuery('listLegalPages'))
      throw error
    }
    setSentTo(text('email'))
  })
  if (sentTo !== null) return <ActivationMailSent to={sentTo} signin={withReturnTo(paths.signin)} />
  return (
    <AuthCard
      title="Create your account"
      intro={`It is free${siteHas('free-lesson') ? ', saves your place in the free lessons,' : ''} and gives you access to your courses and labs.`}
      error={submission.error}
      footer={
        <p>
          Already have an account? <Link to={withReturnTo(paths.signin)}>Sign in</Link>
        </p>
      }
    >
      <Form name="signup" submission={submission}>
        <TextField
          label="Your name"
          name="full_name"
          autoComplete="name"
          required
          hint="As it should appear on your certificates."
        />
        <TextField label="E-mail address" name="email" type="email" autoComplete="email" required />
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="3 to 32 characters: a–z, 0–9, dash and underscore. It cannot be changed later."
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          hint="At least 8 characters. A few unusual words make a good one."
          onInput={(event) => setTyped(readTyped(event.currentTarget))}
          meter={<PasswordMeter password={typed.password} own={typed.own} />}
        />
        {terms && (
          <Checkbox
            key={terms.version}
            name="accept_terms"
            label={
              <>
                I accept the <Link to={paths.terms}>terms</Link>
                {hasPrivacy && (
                  <>
                    {' '}
                    and have read the <Link to={paths.privacy}>privacy notice</Link>
                  </>
                )}
                .
              </>
            }
          />
        )}
        {!terms && hasPrivacy && (
          <p className="small muted">
            Our <Link to={paths.privacy}>privacy notice</Link> explains what we store.
          </p>
        )}
        <Checkbox
          name="product_news"
          label="E-mail me about new courses and labs. Optional; you can turn it off in your profile."
        />
        <SubmitButton>Create my account</SubmitButton>
      </Form>
    </AuthCard>
  )
}

/** The typed password, and personal names that would make it easy to guess. */
function readTyped({ value, form }: HTMLInputElement) {
  const values = new FormData(form ?? undefined)
  const email = String(values.get('email') ?? '')
  return {
    password: value,
    own: [String(values.get('username') ?? ''), email.split('@')[0] ?? '', 'flagyard', siteName],
  }
}

function ActivationMailSent({ to, signin }: { to: string; signin: string }) {
  return (
    <AuthCard title="Check your inbox" footer={<Link to={signin}>Go to sign in</Link>}>
      <div className="stack">
        <p>
          We sent an e-mail to <strong>{to}</strong>. Open the link in it to activate your account.
        </p>
        <p className="muted small">
          Nothing after a few minutes? Look in your spam folder, or sign in to send the e-mail again.
        </p>
      </div>
    </AuthCard>
  )
}

/** Strength of a new password; empty while nothing is typed. */
function PasswordMeter({ password, own }: { password: string; own: readonly string[] }) {
  const strength = password && passwordStrength(password, own)
  return (
    <div className={styles.meter} role="status">
      {strength && (
        <>
          <span className={styles.bar} data-strength={strength} aria-hidden="true" />
          <span className={styles.word}>{strengthTexts[strength]}</span>
        </>
      )}
    </div>
  )
}

const strengthTexts = {
  weak: 'Easy to guess. Add a word or two.',
  fair: 'Fair. Longer is better.',
  strong: 'Strong.',
} as const

type Strength = 'weak' | 'fair' | 'strong'

/** Patterns that make guessing easier: repeated characters, alphabet or keyboard sequences, and years. */
const PATTERNS = [
  /(.)\1{2,}/g,
  /(?:abc|bcd|cde|def|123|234|345|456|567|678|789|qwe|wer|ert|asd|sdf|yxc|zxc)\w*/g,
  /(?:19|20)\d\d/g,
]

/** Rough strength estimate for the user, from length and kinds of characters, minus predictable parts. Only the server decides which passwords are rejected. */
function passwordStrength(password: string, own: readonly string[]): Strength {
  let text = password.toLowerCase()
  for (const name of own) if (name.length > 2) text = text.replaceAll(name.toLowerCase(), '#')
  for (const pattern of PATTERNS) text = text.replace(pattern, '#')
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length
  const different = new Set(text).size
  const score = Math.min(text.length, different * 2) + kinds
  return score < 11 ? 'weak' : score < 17 ? 'fair' : 'strong'
}

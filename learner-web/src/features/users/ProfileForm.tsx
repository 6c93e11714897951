import type { Me } from '@flagyard/api-types'
import { language } from '@flagyard/messages/locale'
import {
  Checkbox,
  Form,
  FormError,
  SelectField,
  type SelectOption,
  SubmitButton,
  TextArea,
  TextField,
} from '@flagyard/ui/Form'
import { timeZoneOptions } from '@flagyard/ui/time-zones'
import countryCodes from 'countries-list/minimal/countries.2to3.min.json'
import { languageName } from '../../lib/format.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/users.ts'
import { SectionCard } from '../../shell/sections.tsx'
import styles from './Profile.module.css'
import { useUpdateMe } from './useUpdateMe.ts'

export function ProfileForm({ me }: { me: Me }) {
  const update = useUpdateMe()
  const submission = useSubmit(async (values) => {
    const text = (name: string) => String(values.get(name) ?? '').trim()
    await update(
      {
        full_name: text('full_name'),
        country: text('country') || null,
        company: text('company') || null,
        links: text('links').split(/\s+/).filter(Boolean),
        locale: text('locale'),
        time_zone: text('time_zone'),
        email_preferences: {
          product: values.has('product'),
          reminders: values.has('reminders'),
          feedback: values.has('feedback'),
        },
      },
      t.profileSaved,
    )
  })
  return (
    <SectionCard title={t.aboutYou}>
      <Form name="profile" submission={submission} className="stack">
        <TextField
          label={t.yourName}
          name="full_name"
          autoComplete="name"
          required
          defaultValue={me.full_name}
          hint={t.nameHint}
        />
        <div className="pair">
          <SelectField
            label={t.country}
            name="country"
            autoComplete="country"
            defaultValue={me.country ?? ''}
            options={[{ value: '', label: t.noCountry }, ...countryOptions()]}
          />
          <TextField label={t.company} name="company" autoComplete="organization" defaultValue={me.company ?? ''} />
        </div>
        <TextArea
          label={t.links}
          name="links"
          rows={3}
          spellCheck={false}
          defaultValue={me.links.join('\n')}
          hint={t.linksHint}
          error={submission.fieldError('links') ?? findLineError(submission.fieldError, 'links')}
        />
        <div className="pair">
          <SelectField
            label={t.formats}
            name="locale"
            required
            defaultValue={me.locale}
            options={localeOptions(me.locale)}
          />
          <SelectField
            label={t.timeZone}
            name="time_zone"
            required
            defaultValue={me.time_zone}
            options={timeZoneOptions(me.time_zone)}
            hint={t.timeZoneHint}
          />
        </div>
        <fieldset className={styles.group}>
          <legend>{t.emailPreferences}</legend>
          <Checkbox name="product" label={t.productNews} defaultChecked={me.email_preferences.product} />
          <Checkbox name="reminders" label={t.reminders} defaultChecked={me.email_preferences.reminders} />
          <Checkbox name="feedback" label={t.feedbackRequests} defaultChecked={me.email_preferences.feedback} />
          <p className="small muted">{t.requiredEmails}</p>
        </fieldset>
        <FormError>{submission.error}</FormError>
        <SubmitButton>{t.save}</SubmitButton>
      </Form>
    </SectionCard>
  )
}

/** Error of one line in a multi-line field. The server names lines by index: `links.2`. */
function findLineError(fieldError: (field: string) => string | undefined, field: string): string | undefined {
  for (let index = 0; index < 5; index++) {
    const message = fieldError(`${field}.${index}`)
    if (message) return t.lineError({ index: index + 1, message })
  }
  return undefined
}

/** All countries, by name. */
function countryOptions(): SelectOption[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return byLabel(Object.keys(countryCodes).map((value) => ({ value, label: names.of(value) ?? value })))
}

const COMMON_LOCALES = 'en en-GB en-US de es fr it nl pl pt pt-BR sv tr ja ko'.split(' ')

/** Common languages, the browser's preferred ones, and the current one. */
function localeOptions(current: string): SelectOption[] {
  const all = new Set([...COMMON_LOCALES, ...navigator.languages, current])
  return byLabel([...all].map((value) => ({ value, label: languageName(value) })))
}

const byLabel = (options: SelectOption[]) => options.sort((a, b) => a.label.localeCompare(b.label))

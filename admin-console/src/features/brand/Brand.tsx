import type { BrandSettings } from '@flagyard/api-types'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { AuditButton } from '../audit/AuditButton.tsx'
import styles from './Brand.module.css'
import { type BrandEdit, BrandInputs } from './BrandInputs.tsx'
import { BrandPreview } from './BrandPreview.tsx'

/** Name, colours and pictures that learners, buyers and employers see. */
export default function Brand() {
  const { data, error, refetch } = useCall('getBrand')
  return (
    <>
      <ScreenHeader
        title="Brand"
        about="The name and look of your site, e-mails and documents"
        actions={
          data && (
            <>
              <AuditButton type="brand" id="brand" />
              <RecordButtons record={data} actions={brandActions} />
            </>
          )
        }
      />
      {data ? (
        <div className={styles.page}>
          {data.version === 0 && (
            <p className={styles.calm}>Your site still uses the name Flagyard. Choose Edit to use your own.</p>
          )}
          <section className={styles.card} aria-label="Settings">
            <dl className={styles.facts}>
              {factsOf(data).map(([label, value]) => (
                <Fact key={label} label={label} value={value} />
              ))}
            </dl>
          </section>
          <section className={styles.card} aria-label="Preview">
            <h2 className={styles.title}>Preview</h2>
            <BrandPreview brand={data} />
          </section>
        </div>
      ) : (
        <LoadingOrError what="the brand" error={error} retry={refetch} />
      )}
    </>
  )
}

const factsOf = (brand: BrandSettings): [string, string][] => [
  ['Name', brand.name],
  ['E-mail sender', brand.mail_sender_name ?? 'The name'],
  ['Support address', brand.support_address ?? 'Set by the server’s configuration'],
  ['Accent, light theme', brand.accent_light ?? 'Standard'],
  ['Accent, dark theme', brand.accent_dark ?? 'Standard'],
  ['Icon', brand.favicon ? 'Uploaded' : 'Standard'],
  ['Share picture', brand.share_picture ? 'Uploaded' : 'Drawn for each page'],
  ['Links', brand.social_links.join('\n') || 'None'],
  ['“Powered by Flagyard”', brand.powered_by_shown ? 'Shown in the footer' : 'Hidden'],
]

const Fact = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
)

const brandActions = [
  actionsOn<BrandSettings>()({
    name: 'update',
    operation: 'updateBrand',
    label: 'Edit…',
    title: 'Brand',
    body: () => <BrandInputs />,
    defaults: ({ version: _, allowed: __, social_links, ...brand }): BrandEdit => ({
      ...brand,
      mail_sender_name: brand.mail_sender_name ?? '',
      support_address: brand.support_address ?? '',
      accent_light: brand.accent_light ?? '',
      accent_dark: brand.accent_dark ?? '',
      social_links: social_links.join('\n'),
    }),
    input: (before, { reason: _, preview: __, ...edit }) => ({
      brandEdit: {
        version: before.version,
        name: edit.name,
        mail_sender_name: edit.mail_sender_name || null,
        support_address: edit.support_address || null,
        accent_light: edit.accent_light || null,
        accent_dark: edit.accent_dark || null,
        social_links: (edit.social_links ?? '').split(/\s+/).filter(Boolean),
        powered_by_shown: edit.powered_by_shown,
        // Only new and removed pictures are sent.
        ...changed('logo_light', before, edit),
        ...changed('logo_dark', before, edit),
        ...changed('favicon', before, edit),
        ...changed('share_picture', before, edit),
      },
    }),
    submit: 'Save',
    success: 'Brand saved. Reload to see it here; other pages show it within seconds',
  }),
]

type Picture = 'logo_light' | 'logo_dark' | 'favicon' | 'share_picture'

const changed = (field: Picture, before: BrandSettings, edit: Pick<BrandEdit, Picture>) =>
  edit[field] === before[field] ? {} : { [field]: edit[field] }

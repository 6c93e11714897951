import type { SellerPage, SellerVersion } from '@flagyard/api-types'
import { countryName } from '@flagyard/api-types/taxes/countries'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { useCall } from '../../crud/calls.tsx'
import { ScreenHeader } from '../../crud/RecordPage.tsx'
import { sentenceOf } from '../../lib/problem.ts'
import { ChangeSeller } from './ChangeSeller.tsx'
import styles from './Taxes.module.css'
import { formatDay } from './tax-words.ts'

export default function Seller() {
  const { data, error, refetch } = useCall('getSeller')
  return (
    <>
      <ScreenHeader title="Seller" about="What stands on invoices" actions={data && <ChangeSeller page={data} />} />
      {error && !data ? (
        <Failed what="the seller" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <div className={styles.page}>
          <Current seller={data.current} />
          {data.versions.length > 0 && <Versions versions={data.versions} />}
        </div>
      ) : (
        <Spinner label="Loading the seller" />
      )}
    </>
  )
}

function Current({ seller }: { seller: SellerPage['current'] }) {
  if (!seller)
    return (
      <section className={styles.card}>
        <h2 className={styles.title}>Nobody yet</h2>
        <p className={styles.calm}>Until a seller is entered, orders have no tax and no invoice.</p>
      </section>
    )
  const { name, address, country, tax_id, oss_registered, iban, bic, email, time_zone, footer, valid_from } = seller
  const facts: [string, string | null][] = [
    ['Address', `${address}\n${countryName(country)}`],
    ['VAT id', tax_id],
    ['One-stop shop', oss_registered ? 'Registered: consumers pay their country’s tax' : 'Not registered'],
    ['IBAN', iban],
    ['BIC', bic],
    ['E-mail', email],
    ['Time zone', time_zone],
    ['Below invoices', footer],
    ['In use from', formatDay(valid_from)],
  ]
  return (
    <section className={styles.card} aria-label="In use">
      <h2 className={styles.title}>{name}</h2>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
      </dl>
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

const Versions = ({ versions }: { versions: SellerVersion[] }) => (
  <section className={styles.card} aria-label="Versions">
    <h2 className={styles.title}>Versions</h2>
    <ul className={styles.versions}>
      {versions.map(({ version, name, country, valid_from }) => (
        <li key={version}>
          <span>
            {version}. {name}, {countryName(country)}
          </span>
          <span>from {formatDay(valid_from)}</span>
        </li>
      ))}
    </ul>
  </section>
)

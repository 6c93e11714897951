import type { TaxLine } from '@flagyard/api-types'
import { countryName } from '@flagyard/api-types/taxes/countries'
import { formatMoney } from '@flagyard/ui/format'

const ruleTexts: Partial<Record<TaxLine['rule'], string>> = {
  reverse_charge: 'No VAT: you account for it (reverse charge)',
  outside: 'No VAT outside the European Union',
}

/** The tax included in a total, one line per rate. */
export const TaxLines = ({ lines, currency }: { lines: readonly TaxLine[]; currency: string }) =>
  lines.map(({ country, rate, rule, tax }) => (
    <div key={`${country} ${rate} ${rule}`}>
      <dt>{ruleTexts[rule] ?? `Includes ${rate / 100} % VAT (${countryName(country)})`}</dt>
      <dd>{tax === 0 ? '–' : formatMoney({ amount: tax, currency })}</dd>
    </div>
  ))

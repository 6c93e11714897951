import { Button, buttonClass } from '@flagyard/ui/Button'
import { CopyButton } from '../../shell/CopyButton.tsx'
import styles from './second-factor.module.css'

/** Recovery codes for a lost second factor. The server stores only hashes, so this is the only time they are shown. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const text = `Recovery codes for Flagyard. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <div className={styles.setUp}>
      <p>
        <strong>Keep these recovery codes where you can find them without your devices.</strong> Each one works once in
        place of your app or passkey. They are shown only now.
      </p>
      <ol className={styles.codes} data-sentry-block>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row">
        <a
          className={buttonClass()}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="flagyard-recovery-codes.txt"
        >
          Download
        </a>
        <CopyButton text={text} label="Copy the recovery codes" size="normal">
          Copy
        </CopyButton>
        <Button variant="primary" onClick={onSaved}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}

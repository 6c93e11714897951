import { create } from 'qrcode'
import styles from './certificates.module.css'

/** URL of a certificate as a QR code, drawn as one SVG path. */
export default function CertificateQr({ url }: { url: string }) {
  const { size, data } = create(url, { errorCorrectionLevel: 'M' }).modules
  const squares = Array.from(data, (dark, at) => (dark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : ''))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code of this page's address"
      className={styles.qr}
    >
      <path d={squares.join('')} fill="currentColor" />
    </svg>
  )
}

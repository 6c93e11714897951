import { Icon, type IconName } from '@flagyard/ui/Icon'

const SIZE = 20

/** An icon shared by both apps. */
const shared = (name: IconName) => () => <Icon name={name} size={SIZE} />

/** An icon used only in this menu, in the style of the shared ones. */
const drawn = (path: string) => () => (
  <svg
    width={SIZE}
    height={SIZE}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

export const DashboardIcon = drawn('M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z')
export const UsersIcon = drawn(
  'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 19.5c.7-3.2 3.2-4.5 6.5-4.5s5.8 1.3 6.5 4.5M16 5.3a3.3 3.3 0 0 1 0 6.4M18 15.3c1.9.6 3.1 2 3.5 4.2',
)
export const AccessIcon = drawn('M8.5 11a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM11 12l7.5-7.5M15 8l2.5 2.5M17.5 5.5 20 8')
export const CoursesIcon = shared('book')
export const LabsIcon = shared('flask')
export const DeploymentsIcon = drawn('M5 4.5h14v6H5zM5 13.5h14v6H5zM8 7.5h.01M8 16.5h.01M12 7.5h4M12 16.5h4')
export const BundlesIcon = drawn('M4 8.5 12 4l8 4.5v7L12 20l-8-4.5zM4 8.5l8 4.5 8-4.5M12 13v7')
export const ExamsIcon = shared('flag')
export const ExtraPointsIcon = drawn('M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8.5v7M8.5 12h7')
export const ConductIcon = drawn('M12 4v16M8 20h8M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z')
export const IncidentsIcon = drawn('M12 5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM12 9v4l2.5 1.5M9.5 2.5h5')
export const CorrectionsIcon = drawn('M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5 17.5 10')
export const LessonReportsIcon = drawn('M4 5h16v11H11l-4 3.5V16H4zM12 8v3.5M12 13.5h.01')
export const OrdersIcon = drawn('M5 5h2l1.8 9.5h9L20 8H7.6M9.5 18.5h.01M16.5 18.5h.01')
export const PaymentEventsIcon = drawn('M4 6.5h16v11H4zM4 10h16M7 14.5h4')
export const PayoutsIcon = drawn('M4 10 12 4.5 20 10M5.5 10v7.5M10 10v7.5M14 10v7.5M18.5 10v7.5M4 19.5h16')
export const VouchersIcon = drawn(
  'M3.5 7h17v3.5a1.8 1.8 0 0 0 0 3V17h-17v-3.5a1.8 1.8 0 0 0 0-3zM14.5 7v2M14.5 11v2M14.5 15v2',
)
export const OrganisationsIcon = drawn('M5 20.5V4.5h9v16M14 9.5h5v11M3.5 20.5h17M8 8h3M8 11.5h3M8 15h3')
export const CertificatesIcon = shared('certificate')
export const FormsIcon = drawn('M6 4.5h12v16H6zM9 3.5h6v3H9zM9 11h6M9 15h4')
export const CloudIcon = shared('cloud')
export const BannersIcon = drawn('M4 10v4h3l8 4.5v-13L7 10zM18 9.5a3.5 3.5 0 0 1 0 5M8 14l1 6h2.5l-1-4.6')
export const BulkIcon = drawn('M12 3.5 3.5 8l8.5 4.5L20.5 8zM3.5 12l8.5 4.5 8.5-4.5M3.5 16l8.5 4.5 8.5-4.5')
export const AlarmsIcon = shared('alert')
export const AuditIcon = drawn('M6 3.5h9l4 4v13H6zM14.5 3.5V8H19M9 12h6M9 15h6M9 18h3')
export const MonthsIcon = drawn('M5 5.5h14v14.5H5zM5 10h14M9 3.5v4M15 3.5v4M9 15l2 2 4-4')
export const AnalyticsIcon = drawn('M4 20.5h16M7 17v-5M12 17V6M17 17V9.5')
export const BrandIcon = drawn(
  'M12 3.5a8.5 8.5 0 1 0 0 17c1.6 0 2-1 1.5-2.2-.6-1.4.2-2.8 1.8-2.8h2.2a3 3 0 0 0 3-3c0-5-3.8-9-8.5-9zM7.5 11v.2M10.5 7.5v.2M15 8v.2',
)
export const HomePageIcon = drawn('M4 11.5 12 4.5l8 7M6 10v10h12V10M10 20v-6h4v6')
export const LegalIcon = drawn('M7 3.5h10v17H7zM10 8h4M10 11.5h4M10 15h2')
export const SecurityIcon = drawn('M12 3.5 5 6v5.5c0 4.4 2.9 7.6 7 9 4.1-1.4 7-4.6 7-9V6zM9 12l2.2 2.2L15.2 10')
export const AlertsIcon = drawn('M12 4 3 19.5h18zM12 10v4.5M12 17v.2')
export const PricesIcon = drawn('M4 12.5V4.5h8l8.5 8.5-8 8zM8.2 8.2v.2')
export const TaxIcon = drawn(
  'M5 19 19 5M7.5 5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM16.5 14a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
)
export const WebhooksIcon = drawn(
  'M9 12.5 6 17.5M9 12.5a4 4 0 1 1 5.5-3.7M6 17.5a2 2 0 1 0 2 2h8M12 8.5l3.5 6a3.5 3.5 0 1 1-1 5',
)
export const OperationsIcon = drawn('M3 12h4l2.5-7 5 14 2.5-7h4')
export const SellerIcon = drawn('M4 10v10h16V10M3 10l2-6h14l2 6zM10 20v-5h4v5')

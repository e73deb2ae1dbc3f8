// The icons of the product. One list keeps them one family: the applications draw no others.
export {
  IconAlertCircle,
  IconChevronDown,
  IconFolders,
  IconLayoutDashboard,
  IconLogin2,
  IconLogout,
  IconMapOff,
  IconPlus,
  IconSearch,
  IconUsers,
} from '@tabler/icons-react'

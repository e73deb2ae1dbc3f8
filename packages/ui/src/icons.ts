// The icons of the product. One list keeps them one family: the applications draw no others.
export {
  IconAlertCircle,
  IconChevronDown,
  IconClock,
  IconFolders,
  IconLayoutDashboard,
  IconListCheck,
  IconLogin2,
  IconLogout,
  IconMapOff,
  IconMessageCircle,
  IconPlus,
  IconSearch,
  IconSettings,
  IconShield,
  IconUsers,
} from '@tabler/icons-react'

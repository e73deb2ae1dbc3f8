export default {
  errors: {
    future_expected: 'must be in the future',
    accent_color_expected: 'must be a color such as #0f766e',
    accent_color_unreadable: 'is too light for white text; {suggestion} can be read',
    logo_type_expected: 'must be a PNG, JPEG or WebP picture',
    legal_url_expected: 'must be an address such as https://example.org/terms',
  },
} as const

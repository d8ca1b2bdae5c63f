import { Link } from 'react-router'
import { Logo } from '#web/ui/logo.tsx'
import { RenderedOnce } from '#web/ui/rendered-once.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const links = [
  { to: '/', name: 'Каталог растений' },
  { to: '/offers', name: 'Все предложения' },
  { to: '/plants', name: 'Справочник растений' },
  { to: '/publications', name: 'Публикации' },
  { to: '/help', name: 'Помощь' },
  { to: '/about', name: 'О проекте' },
  { to: '/contact', name: 'Связаться с нами' },
]

export function Footer() {
  return (
    <RenderedOnce as="footer" name="footer" className="mt-16 bg-cover text-on-cover">
      {() => (
        <div className="mx-auto grid max-w-page gap-8 px-4 py-10 sm:px-6 md:grid-cols-[1.4fr_1fr_auto]">
          <div className="max-w-md">
            <p className="flex items-center gap-2.5 font-serif text-2xl">
              <Logo className="size-7" />
              Дендро
            </p>
            <p className="mt-3 text-sm text-on-cover/85">
              Каталог растений для ландшафта: питомники выкладывают деревья, кустарники и цветы с размерами и ценами,
              дизайнеры и садоводы находят их и спрашивают напрямую.
            </p>
          </div>
          <nav aria-label="Разделы сайта">
            <ul className="grid grid-cols-2 gap-x-4 md:grid-cols-1">
              {links.map(link => (
                <li key={link.to}>
                  <Link
                    to={link.to}
                    className="inline-flex min-h-10 items-center underline-offset-4 outline-on-cover hover:underline"
                  >
                    {link.name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <ThemeSwitch />
        </div>
      )}
    </RenderedOnce>
  )
}

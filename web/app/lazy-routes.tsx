import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { parameters as compareParameters } from '#web/features/compare/address.ts'
import { parameters as offerSearchParameters } from '#web/features/offers/find/address.ts'
import { listParameters, offerParameters } from '#web/features/plants/api.ts'
import type { AppContext } from '#web/lib/app-context.ts'
import { memberOnly } from './member-only.tsx'
import { type RouteHandle, type ScreenModule, screen } from './routes.tsx'

/**
 * Routes with which few visits begin, kept out of a visitor's first page load together with the names of their files.
 * The browser loads them for an address that it does not know yet.
 */
export function lateRoutes(context: AppContext): RouteObject[] {
  const open = (path: string, module: string, load: () => Promise<ScreenModule>, reads: readonly string[] = []) =>
    screen(context, path, module, load, reads, true)
  return [
    open('/about', 'about', () => import('./screens/about.tsx')),
    open('/help', 'help', () => import('./screens/help.tsx')),
    open('/contact', 'contact', () => import('./screens/contact.tsx')),
    open('/publications', 'publications', () => import('./screens/publications.tsx')),
    open('/publications/:article_slug', 'publication', () => import('./screens/publication.tsx'), ['section']),
    open('/offers', 'offers', () => import('./screens/offers.tsx'), offerSearchParameters),
    open('/compare', 'compare', () => import('./screens/compare.tsx'), compareParameters),
    open('/plants', 'plants', () => import('./screens/plants.tsx'), listParameters),
    open('/plants/:slug', 'plant', () => import('./screens/plant.tsx'), offerParameters),
    open('/products/teamproductslist/:id', 'company-products', () => import('./screens/company-products.tsx')),
    open('/c/:slug', 'company-at', () => import('./screens/company-at.tsx'), ['page']),
    open('/teams/get_current_team/:id', 'company', () => import('./screens/company.tsx'), ['page']),
    open(
      '/teams/get_current_team/:id/price-list',
      'company-price-list',
      () => import('./screens/company-price-list.tsx'),
      ['page'],
    ),
    open('/projects/new', 'new-project', () => import('./screens/new-project.tsx')),
    open('/price-list', 'price-lists', () => import('./screens/price-lists.tsx'), ['page']),
    open('/shared/:token', 'shared-project', () => import('./screens/shared-project.tsx'), ['page']),
    open('/login', 'login', () => import('./screens/login.tsx'), ['next']),
    open('/signup', 'signup', () => import('./screens/signup.tsx'), ['next']),
    open('/activateemail', 'activate-email', () => import('./screens/activate-email.tsx'), ['token']),
    open('/email-change/undo', 'undo-email-change', () => import('./screens/undo-email-change.tsx'), ['token']),
    open('/password-reset', 'password-reset', () => import('./screens/password-reset.tsx')),
    open('/password-reset/confirm', 'password-reset-confirm', () => import('./screens/password-reset-confirm.tsx'), [
      'token',
    ]),
    open('/teams/invitation', 'invitation', () => import('./screens/invitation.tsx'), ['token']),
    open('/confirm-offers', 'confirm-offers', () => import('./screens/confirm-offers.tsx'), ['token']),
    open('/unsubscribe', 'unsubscribe', () => import('./screens/unsubscribe.tsx'), ['token']),
    member('/saved-searches', 'saved-searches', 'Сохранённые поиски', () => import('./screens/saved-searches.tsx')),
    member('/projects', 'projects', 'Мои проекты', () => import('./screens/projects.tsx')),
    member('/projects/:id', 'project', 'Проект', () => import('./screens/project.tsx')),
    member('/projects/:id/request', 'ask-prices', 'Запросить цены', () => import('./screens/ask-prices.tsx')),
    member('/projects/:id/post', 'post-project', 'Спросить в ленте', () => import('./screens/post-project.tsx')),
    member('/requests', 'requests', 'Запросы цен', () => import('./screens/requests.tsx')),
    member('/requests/:id', 'request', 'Запрос цен', () => import('./screens/request.tsx')),
    member(
      '/requests/:id/compare',
      'compare-quotes',
      'Сравнить предложения',
      () => import('./screens/compare-quotes.tsx'),
    ),
    member('/incoming', 'incoming', 'Входящие запросы', () => import('./screens/incoming.tsx')),
    member('/incoming/:id', 'incoming-request', 'Запрос цен', () => import('./screens/incoming-request.tsx')),
    member('/deals', 'deals', 'Сделки', () => import('./screens/deals.tsx')),
    member('/deals/:id', 'deal', 'Сделка', () => import('./screens/deal.tsx')),
    member('/profile/edit', 'edit-profile', 'Мой профиль', () => import('./screens/edit-profile.tsx')),
    member('/profile/edit/silenced', 'silenced', 'Заблокированные и скрытые', () => import('./screens/silenced.tsx')),
    member(
      '/profile/edit/notifications',
      'notification-settings',
      'Как мне сообщать',
      () => import('./screens/notification-settings.tsx'),
    ),
    member('/profile/edit/decisions', 'decisions', 'Решения модераторов', () => import('./screens/decisions.tsx')),
    member('/profile/edit/requisites', 'own-requisites', 'Мои реквизиты', () => import('./screens/own-requisites.tsx')),
    member('/profile/edit/password', 'edit-password', 'Смена пароля', () => import('./screens/edit-password.tsx')),
    member('/profile/:id', 'profile', 'Профиль', () => import('./screens/profile.tsx')),
    member('/profile/:id/friends', 'friends', 'Друзья', () => import('./screens/friends.tsx')),
    member('/notifications', 'notifications', 'Уведомления', () => import('./screens/notifications.tsx')),
    member('/products/create', 'add-product', 'Новое растение', () => import('./screens/add-product.tsx')),
    member(
      '/products/:category_slug/:product_slug/edit',
      'edit-product',
      'Изменить растение',
      () => import('./screens/edit-product.tsx'),
    ),
    member('/products/my_products', 'my-products', 'Мои растения', () => import('./screens/my-products.tsx')),
    member(
      '/products/my_products/photos',
      'photos-by-name',
      'Фотографии растений',
      () => import('./screens/photos-by-name.tsx'),
    ),
    member('/price-list/:id', 'price-list', 'Прайс-лист', () => import('./screens/price-list.tsx')),
    member('/teams/add-team', 'add-team', 'Новая компания', () => import('./screens/add-team.tsx')),
    member('/teams/requisites', 'team-requisites', 'Реквизиты компании', () => import('./screens/team-requisites.tsx')),
    member('/teams/edit-team', 'edit-team', 'Изменить компанию', () => import('./screens/edit-team.tsx')),
    member('/teams/add-member', 'add-member', 'Новый сотрудник', () => import('./screens/add-member.tsx')),
    member('/teams/team', 'team', 'Моя компания', () => import('./screens/team.tsx')),
    member('/teams/statistics', 'team-statistics', 'Статистика', () => import('./screens/team-statistics.tsx')),
    member('/feed', 'feed', 'Лента', () => import('./screens/feed.tsx')),
    member('/post/:id', 'post', 'Запись', () => import('./screens/post.tsx')),
    member('/trends/:id', 'trend', 'Тренд', () => import('./screens/trend.tsx')),
    member('/search', 'search', 'Поиск', () => import('./screens/search.tsx')),
    member('/chat', 'chat', 'Сообщения', () => import('./screens/chat.tsx')),
    open('/staff/*', 'staff', () => import('./admin.tsx')),
    ...(import.meta.env.DEV ? [open('/dev/ui', 'ui-parts', () => import('./screens/ui-parts.tsx'))] : []),
  ]
}

/** A guarded screen for signed-in people; `title` is shown until more is known. */
function member(
  path: string,
  module: string,
  title: string,
  load: () => Promise<{ Component: ComponentType }>,
): RouteObject {
  return {
    id: module,
    path,
    handle: { module: `web/app/screens/${module}.tsx`, isLate: true, reads: [] } satisfies RouteHandle,
    lazy: async () => ({ Component: memberOnly((await load()).Component, title) }),
  }
}

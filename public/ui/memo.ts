import { Component, type ComponentChild, type ComponentType, h } from 'preact'

/** A component that is drawn again only when one of its props is another value, as React's `memo`. */
export function memo<props extends object>(
  draw: (props: props) => ComponentChild,
): ComponentType<props> {
  return class extends Component<props> {
    override shouldComponentUpdate(next: props): boolean {
      const names = Object.keys({ ...this.props, ...next })
      return names.some((name) => Reflect.get(next, name) !== Reflect.get(this.props, name))
    }

    override render() {
      return h(draw as ComponentType<props>, this.props)
    }
  }
}

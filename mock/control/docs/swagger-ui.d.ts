/** The part of Swagger UI that the page uses. Its package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** An opaque element of the view. */
  type View = object
  type Component<Props> = (props: Props) => View

  export interface Reply {
    readonly content: string
    readonly contentType?: string
  }

  export interface Text {
    readonly source: string
  }

  export interface Parts {
    readonly React: {
      readonly createElement: <Props>(
        type: Component<Props> | string,
        props: Props | null,
        ...children: (View | string)[]
      ) => View
      /** The last result, until one of its dependencies changes. */
      readonly useMemo: (make: () => View, dependsOn: readonly string[]) => View
    }
    readonly getComponent: (name: 'HighlightCode', isContainer: true) => Component<object>
  }

  export type Plugin = (parts: Parts) => {
    readonly statePlugins?: {
      readonly spec: {
        readonly wrapActions: {
          /** Called with the document that was loaded. */
          readonly updateJsonSpec: (original: (spec: object) => unknown) => (spec: object) => unknown
        }
      }
    }
    readonly wrapComponents?: {
      readonly responseBody?: (original: Component<Reply>) => Component<Reply>
      readonly Markdown?: (original: Component<Text>) => Component<Text>
    }
  }

  export interface Request {
    readonly url: string
    readonly headers: Record<string, string>
  }

  export interface Response {
    readonly headers: Record<string, string | string[]>
  }

  interface Options {
    readonly domNode: Element
    readonly url: string
    readonly validatorUrl: null
    readonly tryItOutEnabled: boolean
    readonly displayRequestDuration: boolean
    readonly syntaxHighlight: { readonly theme: string }
    readonly plugins: readonly Plugin[]
    readonly requestInterceptor: (request: Request) => Request
    readonly responseInterceptor: (response: Response) => Response
    readonly onComplete: () => void
  }

  export interface SwaggerUi {
    preauthorizeApiKey(scheme: string, key: string): void
    readonly authActions: { logout(schemes: readonly string[]): void }
  }

  export default function SwaggerUIBundle(options: Options): SwaggerUi
}

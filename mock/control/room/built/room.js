var e,
  t,
  n,
  r,
  i,
  a,
  o,
  s,
  c,
  l,
  u,
  d,
  f = Symbol.for(`pv`),
  p = {},
  m = [],
  h = /^m(i|n|o|s|text|space)$/,
  g = Array.isArray,
  _ = m.slice,
  v = Object.assign
function y(e) {
  e && e.parentNode && e.remove()
}
function b(e, t, n) {
  var r,
    i,
    a,
    o = {},
    s = arguments.length
  for (a in t) a == `key` ? (r = t[a]) : a == `ref` && typeof e != `function` ? (i = t[a]) : (o[a] = t[a])
  return (s > 2 && (o.children = s > 3 ? _.call(arguments, 2) : n), x(e, o, r, i, null))
}
function x(n, r, i, a, o) {
  var s = {
    type: n,
    props: r,
    key: i,
    ref: a,
    __k: null,
    __: null,
    __b: 0,
    __e: null,
    __c: null,
    constructor: f,
    __v: o || ++t,
    __i: -1,
    __u: 0,
  }
  return (!o && e.vnode && e.vnode(s), s)
}
function S(e) {
  return e.children
}
function C(e, t) {
  ;((this.props = e), (this.context = t), (this.__g = 0))
}
function w(e, t) {
  if (t == null) return e.__ && w(e.__, e.__i + 1)
  for (var n; t < e.__k.length; t++) if ((n = e.__k[t]) && n.__e) return n.__e
  return typeof e.type != `function` || e.props.__P ? null : w(e)
}
function T(t) {
  var n,
    r = t.__v,
    i = r.__e,
    a = [],
    o = [],
    s = t.__P
  s &&
    (((n = v({ constructor: f }, r)).__v = r.__v + 1),
    e.vnode && e.vnode(n),
    N(s, n, r, t.__n, s.namespaceURI, 32 & r.__u ? [i] : null, a, i || w(r), 32 & r.__u, o),
    (n.__v = r.__v),
    (n.__.__k[n.__i] = n),
    P(a, n, o),
    (r.__ = r.__e = null),
    n.__e != i && E(n))
}
function E(e) {
  if ((e = e.__) && e.__c && !e.props.__P)
    return (
      (e.__e = null),
      e.__k.some(function (t) {
        return t && (e.__e = t.__e)
      }),
      E(e)
    )
}
function D(t) {
  ;((8 & t.__g || ((t.__g |= 8), r.push(t), a++)) && i == e.debounceRendering) ||
    ((i = e.debounceRendering) || queueMicrotask)(O)
}
function O() {
  try {
    for (var e, t = 1; r.length;)
      (r.length > t && r.sort(o), (e = r.shift()), (t = r.length), 8 & e.__g && T(e))
  } finally {
    ;(a = r.length) && (i || queueMicrotask)(O)
  }
}
function ee(e, t, n, r, i, a, o, s, c, l, u) {
  var d,
    f,
    h,
    g,
    _,
    v,
    y = r.__k || m,
    b = t.length
  for (c = k(n, t, y, c, b), d = 0; d < b; d++)
    (h = n.__k[d]) != null &&
      ((f = (~h.__i && y[h.__i]) || p),
      (h.__i = d),
      (v = N(e, h, f, i, a, o, s, c, l, u)),
      (g = h.__e),
      (f.ref != h.ref || 8 & f.__u) && (f.ref && F(f.ref, null, h, f), h.ref && u.push(h.ref, h.__c || g, h)),
      (_ ||= g),
      4 & h.__u
        ? ((c = A(h, c, e, !f.__v)), f.__e && (f.__e = null))
        : typeof h.type == `function` && v !== void 0
          ? (c = v)
          : g && (c = g.nextSibling),
      (h.__u &= -21))
  return ((n.__e = _), c)
}
function k(e, t, n, r, i) {
  var a,
    o,
    s,
    c,
    l,
    u,
    d,
    p,
    m,
    h = n.length,
    _ = h,
    v = 0,
    y = 0,
    b = (e.__k = Array(i))
  for (a = 0; a < i; a++)
    (o = t[a]) != null && typeof o != `boolean` && typeof o != `function`
      ? (typeof o != `object` || o.constructor === String
          ? (o = b[a] = x(null, o))
          : g(o)
            ? (o = b[a] = x(S, { children: o }))
            : o.constructor === f && o.__b
              ? (o = b[a] = x(o.type, o.props, o.key, o.ref, o.__v))
              : (b[a] = o),
        (c = a + v),
        (o.__ = e),
        (o.__b = e.__b + 1),
        (s = null),
        ~(l = o.__i = te(o, n, c, _)) && (_--, (s = n[l]) && (s.__u |= 2)),
        s && s.__v
          ? ((o.__u |= 16), l == c - 1 ? v-- : l == c + 1 ? v++ : l != c && (l > c ? v-- : v++, (y = 1)))
          : (~l || (i > h ? v-- : i < h && v++), typeof o.type != `function` && (o.__u |= 4)))
      : (b[a] = null)
  if (y) {
    for (u = [], d = [], a = 0; a < i; a++)
      if ((o = b[a]) && 16 & o.__u) {
        for (v = 0, p = u.length; v < p;) u[(m = (v + p) >> 1)] < o.__i ? (v = m + 1) : (p = m)
        ;((u[v] = o.__i), (d[a] = v + 1))
      }
    for (v = u.length; a--;) d[a] && (d[a] == v ? v-- : (b[a].__u |= 4))
  }
  if (_) for (a = 0; a < h; a++) !(s = n[a]) || 2 & s.__u || (s.__e == r && (r = w(s)), oe(s, s))
  return r
}
function A(e, t, n, r) {
  var i, a, o, s
  if (typeof e.type == `function`) {
    if (e.props.__P) return t
    if ((i = e.__k)) for (a = 0; a < i.length; a++) i[a] && ((i[a].__ = e), (t = A(i[a], t, n, !1)))
    return t
  }
  for (
    t && !t.parentNode && (t = w(e)) && !t.parentNode && (t = null), o = e.__e, s = t;
    s && s.nodeType == 8;
  )
    s = s.nextSibling
  for (
    o != s && (!r && n.moveBefore && o.parentNode ? n.moveBefore(o, t) : n.insertBefore(o, t || null)), t = o;
    (t &&= t.nextSibling) && t.nodeType == 8 && !t.data.startsWith(`$s`);
  );
  return t
}
function te(e, t, n, r) {
  var i,
    a = e.key,
    o = e.type,
    s = t[n],
    c = s && !(2 & s.__u)
  if ((s === null && a == null) || (c && a == s.key && o == s.type)) return n
  if (r > +!!c) {
    for (i = n - 1; i >= 0; i--) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i
    for (i = n + 1; i < t.length; i++) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i
  }
  return -1
}
function j(e, t, n) {
  ;((n ??= ``), t[0] == `-` ? e.setProperty(t, n) : (e[t] = n))
}
function M(e, t, n, r, i) {
  var a, o
  if (t == `style`) {
    if (typeof n == `string`) e.style.cssText = n
    else {
      if ((typeof r == `string` && (e.style.cssText = r = ``), r)) for (t in r) (n && t in n) || j(e.style, t)
      if (n) for (t in n) (r && n[t] == r[t]) || j(e.style, t, n[t])
    }
  } else if (t[0] == `o` && t[1] == `n`)
    (typeof n != `function` && (n = null),
      typeof r != `function` && (r = null),
      ((e.__e ||= {})[t] = n),
      (n && r) ||
        ((o = u[t] || (u[t] = ne(t))),
        ((e.__a ||= {})[t] = l),
        (a = t != (t = t.replace(c, `$1`))),
        (t = t.slice(2))[0] < `a` && (t = t.toLowerCase()),
        n ? e.addEventListener(t, o, a) : e.removeEventListener(t, o, a)))
  else {
    if (i == `http://www.w3.org/2000/svg`) t = t.replace(/xlink(H|:h)/, `h`).replace(/sName$/, `s`)
    else if (
      t != `width` &&
      t != `height` &&
      t != `href` &&
      t != `list` &&
      t != `form` &&
      t != `tabIndex` &&
      t != `download` &&
      t != `rowSpan` &&
      t != `colSpan` &&
      t != `role` &&
      t != `popover` &&
      t in e
    )
      try {
        e[t] = n ?? ``
        return
      } catch {}
    if (typeof n == `function`) return
    n == null || (!1 === n && t[4] != `-`)
      ? e.removeAttribute(t)
      : e.setAttribute(t, t == `popover` && n == 1 ? `` : n)
  }
}
function ne(t) {
  return function (n) {
    var r = this.__e
    if (r) {
      if (((r = r[t]), n[s] == null)) n[s] = l++
      else if (n[s] < this.__a[t]) return
      return r(e.event ? e.event(n) : n)
    }
  }
}
function N(t, n, r, i, a, o, s, c, l, u) {
  var d,
    p,
    h,
    _,
    b,
    x,
    T,
    E,
    D,
    O,
    k,
    A,
    te,
    j,
    M,
    ne,
    N,
    P,
    F = n.type
  if (n.constructor !== f) return null
  ;(128 & r.__u &&
    ((l = 32 & r.__u), (d = r.__c.__z)) &&
    ((n.__u |= l), (p = o = []), d.nodeType == 8 ? (c = re(d, o)) : o.push(d), (c = o[0] || c)),
    (d = e.__b) && d(n))
  n: if (typeof F == `function`) {
    h = s.length
    try {
      if (
        ((E = n.props),
        (D = (d = F.prototype) && d.render),
        (O = (d = F.contextType) && i[d.__c]),
        (k = d ? (O ? O.props.value : d.__) : i),
        (_ = r.__c)
          ? ((n.__c = _), 2 & _.__g && (_.__g |= 1))
          : (D
              ? (n.__c = _ = new F(E, k))
              : ((n.__c = _ = new C(E, k)), (_.constructor = F), (_.render = se)),
            O && O.sub(_),
            _.state || (_.state = {}),
            (_.__n = i),
            (_.__g |= 8),
            (_.__h = []),
            (_.__k = [])),
        D &&
          (_.__s || (_.__s = _.state),
          F.getDerivedStateFromProps &&
            (_.__s == _.state && (_.__s = v({}, _.__s)), v(_.__s, F.getDerivedStateFromProps(E, _.__s)))),
        (b = _.props),
        (x = _.state),
        (_.__v = n),
        r.__c)
      ) {
        if (
          (E !== b &&
            D &&
            !F.getDerivedStateFromProps &&
            _.componentWillReceiveProps &&
            _.componentWillReceiveProps(E, k),
          (n.__v == r.__v && !(8 & _.__g)) ||
            (!(4 & _.__g) && _.shouldComponentUpdate && !1 === _.shouldComponentUpdate(E, _.__s, k)))
        ) {
          ;(n.__v != r.__v && ((_.props = E), (_.state = _.__s), (_.__g &= -9)),
            (n.__e = r.__e),
            (n.__k = r.__k),
            n.__k.some(function (e) {
              e && (e.__ = n)
            }),
            m.push.apply(_.__h, _.__k),
            (_.__k = []),
            _.__h.length && s.push(_),
            (c = w(r)))
          break n
        }
        ;(_.componentWillUpdate && _.componentWillUpdate(E, _.__s, k),
          D &&
            _.componentDidUpdate &&
            _.__h.push(function () {
              _.componentDidUpdate(b, x, T)
            }))
      } else
        (D && !F.getDerivedStateFromProps && _.componentWillMount && _.componentWillMount(),
          D && _.componentDidMount && _.__h.push(_.componentDidMount))
      ;((_.context = k), (_.props = E), (_.__P = t), (_.__g &= -5), (A = e.__r), (te = D ? 25 : 0))
      do ((_.__g &= -9), A && A(n), (d = _.render(_.props, (_.state = _.__s), _.context)))
      while (8 & _.__g && ++te < 25)
      ;(D && (m.push.apply(_.__h, _.__k), (_.__k = [])),
        (_.state = _.__s),
        _.getChildContext && (i = v({}, i, _.getChildContext())),
        D && r.__c && _.getSnapshotBeforeUpdate && (T = _.getSnapshotBeforeUpdate(b, x)),
        (j = d && d.type === S && d.key == null ? d.props.children : d),
        E.__P &&
          ((d = c),
          (a = (t = E.__P).namespaceURI),
          (l = o = null),
          r.props &&
            r.props.__P != t &&
            (r.__k.some(function (e) {
              e && oe(e, e)
            }),
            (r.__k = null)),
          (c = r.__k ? w(r, 0) : null)),
        (c = ee(t, g(j) ? j : [j], n, r, i, a, o, s, c, l, u)),
        E.__P && ((n.__e = null), (c = d)),
        (n.__u &= -161),
        p && p.some(y),
        _.__h.length && s.push(_),
        1 & _.__g && (_.__g &= -4))
    } catch (t) {
      if (((s.length = h), (n.__v = null), l || o)) {
        if (t && t.then) {
          if (((n.__u |= 128 | l), o)) {
            for (~(N = o.indexOf(c || void 0)) || (N = o.length); (P = o[N - 1]) && P.nodeType == 8;) N--
            for (; N < o.length; N++)
              if ((P = o[N])) {
                if (((o[N] = null), M)) {
                  if (P == ne) break
                } else {
                  if (P.nodeType != 8) break
                  P.data.startsWith(`$s`) && (ne = re((M = P)))
                }
              }
          }
          if (!M) {
            for (; c && c.nodeType == 8 && c.nextSibling;) c = c.nextSibling
            M = c
          }
          ;((d = re((M = n.__c.__z || (n.__c.__z = M)))) ? ((n.__e = M), (c = d)) : (n.__e = c),
            (c &&= c.nextSibling))
        } else o && o.some(y)
      } else n.__e = r.__e
      ;((n.__k ||= r.__k || []), (t && t.then) || ie(n), e.__e(t, n, r))
    }
  } else c = n.__e = ae(r.__e, n, r, i, a, o, s, l, u, t)
  return ((d = e.diffed) && d(n), c)
}
function re(e, t) {
  if (e && e.nodeType == 8 && e.data.startsWith(`$s`))
    for (var n = 1; (e = e.nextSibling);) {
      if (e.nodeType == 8) {
        if (e.data.startsWith(`$s`)) n++
        else if (e.data.startsWith(`/$s`) && !--n) return e
      }
      t && t.push(e)
    }
}
function ie(e) {
  e && (e.__c && (e.__c.__g |= 4), e.__k && e.__k.some(ie))
}
function P(t, n, r) {
  for (var i = 0; i < r.length;) F(r[i++], r[i++], r[i++])
  ;(e.__c && e.__c(n, t),
    t.some(function (n) {
      try {
        ;((t = n.__h),
          (n.__h = []),
          t.some(function (e) {
            e.call(n)
          }))
      } catch (t) {
        e.__e(t, n.__v)
      }
    }))
}
function ae(t, n, r, i, a, o, s, c, l, u) {
  var d,
    f,
    m,
    v,
    b,
    x,
    S,
    C,
    T = r.props || p,
    E = n.props,
    D = n.type
  if (
    (D == `svg`
      ? (a = `http://www.w3.org/2000/svg`)
      : D == `math`
        ? (a = `http://www.w3.org/1998/Math/MathML`)
        : (a ||= `http://www.w3.org/1999/xhtml`),
    o)
  ) {
    for (d = 0; d < o.length; d++)
      if ((b = o[d]) && (D ? b.localName == D : b.nodeType == 3)) {
        ;((t = b), (o[d] = null))
        break
      }
  }
  if (!t) {
    if (((C = u.ownerDocument || document), !D)) return C.createTextNode(E)
    ;((t = C.createElementNS(a, D, E.is ? E : u)), (c &&= (e.__m && e.__m(n, o), !1)), (o = null))
  }
  if (D) {
    if (
      ((u = (D == `template` && t.content) || t),
      (o = D == `textarea` && E.defaultValue != null ? null : o && _.call(u.childNodes)),
      !c && o)
    )
      for (T = {}, d = 0; d < t.attributes.length; d++) T[(b = t.attributes[d]).name] = b.value
    for (d in T)
      ((b = T[d]),
        d == `dangerouslySetInnerHTML`
          ? (m = b)
          : d == `children` ||
            d in E ||
            (d == `value` && `defaultValue` in E) ||
            (d == `checked` && `defaultChecked` in E) ||
            M(t, d, null, b, a))
    for (d in E)
      ((b = E[d]),
        d == `children`
          ? (v = b)
          : d == `dangerouslySetInnerHTML`
            ? (f = b)
            : d == `value`
              ? (x = b)
              : d == `checked`
                ? (S = b)
                : (c && typeof b != `function`) || T[d] === b || M(t, d, b, T[d], a))
    ;(f
      ? (c || (m && (f.__html == m.__html || f.__html == t.innerHTML)) || (t.innerHTML = f.__html),
        (n.__k = []))
      : (m && (t.textContent = ``),
        (D == `foreignObject` || (a == `http://www.w3.org/1998/Math/MathML` && h.test(D))) &&
          (a = `http://www.w3.org/1999/xhtml`),
        ee(u, g(v) ? v : [v], n, r, i, a, o, s, o ? o[0] : r.__k && w(r, 0), c, l),
        o && o.some(y)),
      (c && D != `textarea`) ||
        ((d = `value`),
        D == `progress` && x == null
          ? t.removeAttribute(d)
          : x == null || (x === t[d] && (D != `progress` || x)) || M(t, d, x, T[d], a),
        (d = `checked`),
        S != null && S != t[d] && M(t, d, S, T[d], a)))
  } else T === E || (c && t.data == E) || (t.data = E)
  return t
}
function F(t, n, r, i) {
  try {
    typeof t == `function`
      ? n
        ? (n.__x = t(n) || 1)
        : (i &&= i.__c || i.__e) && (n = i.__x) && ((i.__x = null), typeof n == `function` ? n() : t(null))
      : (t.current = n)
  } catch (t) {
    e.__e(t, r)
  }
}
function oe(t, n, r) {
  var i, a, o, s
  if (
    (e.unmount && e.unmount(t),
    !(i = t.ref) || (i.current && i.current != t.__e) || F(i, null, n, t),
    (i = t.__c))
  ) {
    if (i.componentWillUnmount)
      try {
        i.componentWillUnmount()
      } catch (t) {
        e.__e(t, n)
      }
    i.__P = i.__n = null
  }
  if ((i = t.__k))
    for (s = 0; s < i.length; s++) i[s] && oe(i[s], n, typeof t.type != `function` || (r && !t.props.__P))
  ;(!r && (i = t.__c) && (i = i.__z) && (a = re(i, (o = []))) && (i == t.__e && o.some(y), y(a), y(i)),
    r || y(t.__e),
    (t.__e = t.__c = t.__ = null))
}
function se(e, t, n) {
  return this.constructor(e, n)
}
function ce(t, n) {
  var r, i, a, o
  ;(e.__ && e.__(t, n),
    n.nodeType == 9 && (n = n.documentElement),
    (i = (r = t && 32 & t.__u) ? null : n.__k),
    (n.__k = x(S, { children: [t] })),
    (a = []),
    (o = []),
    N(
      n,
      n.__k,
      i || p,
      p,
      n.namespaceURI,
      i ? null : n.firstChild ? _.call(n.childNodes) : null,
      a,
      i ? i.__e : n.firstChild,
      r,
      o,
    ),
    P(a, n.__k, o),
    (n.__k.props.children = null))
}
function le(e) {
  function t(e) {
    var n, r
    return (
      this.getChildContext ||
        ((n = new Set()),
        ((r = {})[t.__c] = this),
        (this.getChildContext = function () {
          return r
        }),
        (this.shouldComponentUpdate = function (e) {
          this.props.value != e.value &&
            n.forEach(function (e) {
              ;((e.__g |= 4), D(e))
            })
        }),
        (this.sub = function (e) {
          n.add(e)
          var t = e.componentWillUnmount
          e.componentWillUnmount = function () {
            ;(n.delete(e), t && t.call(e))
          }
        })),
      e.children
    )
  }
  return (
    (t.__c = `__cC` + d++),
    (t.__ = e),
    (t.Provider = (t.Consumer = function (e, t) {
      return e.children(t)
    }).contextType =
      t),
    t
  )
}
;((e = {
  __e: function (e, t, n, r) {
    for (var i, o, s; (t = t.__);)
      if ((i = t.__c) && !(1 & i.__g)) {
        i.__g |= 4
        try {
          if (
            ((s = (o = i.constructor) && o.getDerivedStateFromError) &&
              i.setState(o.getDerivedStateFromError(e)),
            i.componentDidCatch && (i.componentDidCatch(e, r || {}), (s = 1)),
            s && 8 & i.__g)
          )
            return void (i.__g |= 2)
        } catch (t) {
          e = t
        }
      }
    throw ((a = 0), e)
  },
}),
  (t = 0),
  (n = function (e) {
    return e != null && e.constructor === f
  }),
  (C.prototype.setState = function (e, t) {
    var n = this.__s
    ;((n && n != this.state) || (n = this.__s = v({}, this.state)),
      typeof e == `function` && (e = e(v({}, n), this.props)),
      e && (v(n, e), this.__v && (t && this.__k.push(t), D(this))))
  }),
  (C.prototype.forceUpdate = function (e) {
    this.__v && ((this.__g |= 4), e && this.__h.push(e), D(this))
  }),
  (C.prototype.render = S),
  (r = []),
  (a = 0),
  (o = function (e, t) {
    return e.__v.__b - t.__v.__b
  }),
  (s = Symbol()),
  (c = /(PointerCapture)$|Capture$/i),
  (l = 0),
  (u = {}),
  (d = 0))
var ue = class extends Error {
    status
    constructor(e, t) {
      ;(super(t), (this.status = e))
    }
  },
  de = class {
    #e
    token = ``
    constructor(e) {
      this.#e = e
    }
    async ask(e, t, n) {
      let r = await (
        await this.open(t, { method: e, ...(n !== void 0 && { body: JSON.stringify(n) }) })
      ).text()
      return r === `` ? void 0 : JSON.parse(r)
    }
    async open(e, t) {
      let n = {
          ...(t.body !== void 0 && { 'Content-Type': `application/json` }),
          ...(this.token !== `` && { Authorization: `Bearer ${this.token}` }),
        },
        r = await fetch(this.#e + e, { ...t, headers: n }).catch((e) => {
          throw t.signal?.aborted ? e : new ue(0, `The mock does not answer. Is it running?`)
        })
      if (!r.ok) throw new ue(r.status, await fe(r))
      return r
    }
  }
async function fe(e) {
  let t = await e.json().catch(() => void 0),
    n = typeof t == `object` && t && `message` in t ? t.message : void 0
  return typeof n == `string` ? n : `The mock answered ${e.status}`
}
var I,
  L,
  pe,
  me,
  he = Object.is,
  ge = 0,
  _e = [],
  ve = [],
  R = e,
  ye = R.__b,
  be = R.__r,
  xe = R.diffed,
  Se = R.__c,
  Ce = R.unmount,
  we = R.__
function Te(e, t) {
  ;(R.__h && R.__h(L, e, ge || t), (ge = 0))
  var n = L.__H || (L.__H = { __: [], __h: [] })
  return (e >= n.__.length && n.__.push({}), n.__[e])
}
function z(e) {
  return ((ge = 1), Ee(Ie, e))
}
function Ee(e, t, n) {
  var r = Te(I++, 2)
  if (
    ((r.t = e),
    !r.__c &&
      ((r.__ = [
        n ? n(t) : Ie(void 0, t),
        function (e) {
          var t = (r.__N || r.__)[0],
            n = r.t(t, e)
          he(t, n) || ((r.__N = [n, r.__[1]]), r.__c.setState({}))
        },
      ]),
      (r.__c = L),
      !L.__f))
  ) {
    L.__f = !0
    var i = L.shouldComponentUpdate
    L.shouldComponentUpdate = function (e, t, n) {
      var r = this.__H
      if (!r) return !0
      var a = !1,
        o = this.props != e
      if (
        (r.__.some(function (e) {
          e.__N && ((a = !0), he(e.__[0], e.__N[0]) || (o = !0))
        }),
        i)
      ) {
        var s = i.call(this, e, t, n)
        return a ? s || o : s
      }
      return !a || o
    }
  }
  return r.__
}
function De(e, t) {
  var n = Te(I++, 7)
  return (Fe(n.__H, t) && ((n.__ = e()), (n.__H = t)), n.__)
}
function Oe(e) {
  var t = L.context[e.__c],
    n = Te(I++, 9)
  return ((n.c = e), t ? (n.__ ?? ((n.__ = !0), t.sub(L)), t.props.value) : e.__)
}
function ke() {
  var e
  do {
    for (; (e = ve.shift());)
      try {
        Ne(e)
      } catch (t) {
        R.__e(t, { __: (e = e.__P) && e.__v })
      }
    for (; (e = _e.shift());) {
      var t = e.__H
      if (e.__P && t)
        try {
          ;(t.__h.some(Ne), t.__h.some(Pe), (t.__h = []))
        } catch (n) {
          ;((t.__h = []), R.__e(n, e.__v))
        }
    }
  } while (ve.length)
}
;((R.__b = function (e) {
  ;((L = null), ye && ye(e))
}),
  (R.__ = function (e, t) {
    ;(e && t.__k && t.__k.__m && (e.__m = t.__k.__m), we && we(e, t))
  }),
  (R.__r = function (e) {
    ;(be && be(e), (I = 0))
    var t = (L = e.__c).__H
    ;(t &&
      (pe == L ? (L.__h = []) : (t.__h.some(Ne), t.__h.some(Pe), (I = 0)),
      (t.__h = []),
      t.__.some(function (e) {
        ;(e.__N && (e.__ = e.__N), (e.u = e.__N = void 0))
      })),
      (pe = L))
  }),
  (R.diffed = function (e) {
    xe && xe(e)
    var t = e.__c
    ;(t &&
      t.__H &&
      (t.__H.__h.length && Me(_e.push(t)),
      t.__H.__.some(function (e) {
        e.u && (e.__H = e.u)
      })),
      (pe = L = null))
  }),
  (R.__c = function (e, t) {
    ;(t.some(function (e) {
      try {
        ;(e.__h.some(Ne),
          (e.__h = e.__h.filter(function (e) {
            return !e.__ || Pe(e)
          })))
      } catch (t) {
        e.__h = [
          function () {
            throw t
          },
        ]
      }
    }),
      Se && Se(e, t))
  }),
  (R.unmount = function (e) {
    Ce && Ce(e)
    var t,
      n,
      r = e.__c
    r &&
      r.__H &&
      (r.__H.__.some(function (r) {
        try {
          if (r.__P && r.__c) {
            if (n === void 0) {
              for (n = e.__; n && (!n.__c || !n.__c.__P);) n = n.__
              n &&= n.__c
            }
            ;((r.__P = n), Me(ve.push(r)))
          } else Ne(r)
        } catch (e) {
          t = e
        }
      }),
      (r.__H = void 0),
      t && R.__e(t, r.__v))
  }))
var Ae = typeof requestAnimationFrame == `function`
function je(e) {
  var t,
    n = function () {
      ;(clearTimeout(r), Ae && cancelAnimationFrame(t), setTimeout(e))
    },
    r = setTimeout(n, 35)
  Ae && (t = requestAnimationFrame(n))
}
function Me(e) {
  ;(e != 1 && me == R.requestAnimationFrame) || ((me = R.requestAnimationFrame) || je)(ke)
}
function Ne(e) {
  var t = L,
    n = e.__c
  ;(typeof n == `function` && ((e.__c = void 0), n()), (L = t))
}
function Pe(e) {
  var t = L
  ;((e.__c = e.__()), (L = t))
}
function Fe(e, t) {
  return (
    !e ||
    e.length != t.length ||
    t.some(function (t, n) {
      return !he(t, e[n])
    })
  )
}
function Ie(e, t) {
  return typeof t == `function` ? t(e) : t
}
var Le = Symbol.for(`preact-signals`)
function Re() {
  if (V > 1) V--
  else {
    var e,
      t = !1
    for (
      (function () {
        var e = Ke
        for (Ke = void 0; e !== void 0;) {
          var t = e.S
          if (t.v === e.v) for (var n = t.t; n !== void 0; n = n.x) n.i === e.i && (n.i = t.i)
          e = e.o
        }
      })();
      He !== void 0;
    ) {
      var n = He
      for (He = void 0, Ue++; n !== void 0;) {
        var r = n.u
        if (((n.u = void 0), (n.f &= -3), !(8 & n.f) && Ye(n)))
          try {
            n.c()
          } catch (n) {
            t ||= ((e = n), !0)
          }
        n = r
      }
    }
    if (((Ue = 0), V--, t)) throw e
  }
}
function ze(e) {
  if (V > 0) return e()
  ;((Ge = ++We), V++)
  try {
    return e()
  } finally {
    Re()
  }
}
var Be,
  B = void 0
function Ve(e) {
  var t = B,
    n = Be
  ;((B = void 0), (Be = void 0))
  try {
    return e()
  } finally {
    ;((B = t), (Be = n))
  }
}
var He = void 0,
  V = 0,
  Ue = 0,
  We = 0,
  Ge = 0,
  Ke = void 0,
  qe = 0
function Je(e) {
  if (B !== void 0) {
    var t = e.n
    if (t === void 0 || t.t !== B)
      return (
        (t = { i: 0, S: e, p: B.s, n: void 0, t: B, e: void 0, x: void 0, r: t }),
        B.s !== void 0 && (B.s.n = t),
        (B.s = t),
        (e.n = t),
        32 & B.f && e.S(t),
        t
      )
    if (t.i === -1)
      return (
        (t.i = 0),
        t.n !== void 0 &&
          ((t.n.p = t.p),
          t.p !== void 0 && (t.p.n = t.n),
          (t.p = B.s),
          (t.n = void 0),
          (B.s.n = t),
          (B.s = t)),
        t
      )
  }
}
function H(e, t) {
  ;((this.v = e),
    (this.i = 0),
    (this.n = void 0),
    (this.t = void 0),
    (this.l = 0),
    (this.W = t?.watched),
    (this.Z = t?.unwatched),
    (this.name = t?.name))
}
;((H.prototype.brand = Le),
  (H.prototype.h = function () {
    return !0
  }),
  (H.prototype.S = function (e) {
    var t = this,
      n = this.t
    n !== e &&
      e.e === void 0 &&
      ((e.x = n),
      (this.t = e),
      n === void 0
        ? Ve(function () {
            var e
            ;(e = t.W) == null || e.call(t)
          })
        : (n.e = e))
  }),
  (H.prototype.U = function (e) {
    var t = this
    if (this.t !== void 0) {
      var n = e.e,
        r = e.x
      ;(n !== void 0 && ((n.x = r), (e.e = void 0)),
        r !== void 0 && ((r.e = n), (e.x = void 0)),
        e === this.t &&
          ((this.t = r),
          r === void 0 &&
            Ve(function () {
              var e
              ;(e = t.Z) == null || e.call(t)
            })))
    }
  }),
  (H.prototype.subscribe = function (e) {
    var t = this
    return q(
      function () {
        var n = t.value
        Ve(function () {
          return e(n)
        })
      },
      { name: `sub` },
    )
  }),
  (H.prototype.valueOf = function () {
    return this.value
  }),
  (H.prototype.toString = function () {
    return this.value + ``
  }),
  (H.prototype.toJSON = function () {
    return this.value
  }),
  (H.prototype.peek = function () {
    var e = this
    return Ve(function () {
      return e.value
    })
  }),
  Object.defineProperty(H.prototype, 'value', {
    get: function () {
      var e = Je(this)
      return (e !== void 0 && (e.i = this.i), this.v)
    },
    set: function (e) {
      if (e !== this.v) {
        if (Ue > 100) throw Error(`Cycle detected`)
        ;((function (e) {
          V !== 0 && Ue === 0 && e.l !== Ge && ((e.l = Ge), (Ke = { S: e, v: e.v, i: e.i, o: Ke }))
        })(this),
          (this.v = e),
          this.i++,
          qe++,
          V++)
        try {
          for (var t = this.t; t !== void 0; t = t.x) t.t.N()
        } finally {
          Re()
        }
      }
    },
  }))
function U(e, t) {
  return new H(e, t)
}
function Ye(e) {
  for (var t = e.s; t !== void 0; t = t.n) if (t.S.i !== t.i || !t.S.h() || t.S.i !== t.i) return !0
  return !1
}
function Xe(e) {
  for (var t = e.s; t !== void 0; t = t.n) {
    var n = t.S.n
    if ((n !== void 0 && (t.r = n), (t.S.n = t), (t.i = -1), t.n === void 0)) {
      e.s = t
      break
    }
  }
}
function Ze(e) {
  for (var t = e.s, n = void 0; t !== void 0;) {
    var r = t.p
    ;(t.i === -1 ? (t.S.U(t), r !== void 0 && (r.n = t.n), t.n !== void 0 && (t.n.p = r)) : (n = t),
      (t.S.n = t.r),
      t.r !== void 0 && (t.r = void 0),
      (t = r))
  }
  e.s = n
}
function W(e, t) {
  ;(H.call(this, void 0, t), (this.x = e), (this.s = void 0), (this.g = qe - 1), (this.f = 4))
}
;((W.prototype = new H()),
  (W.prototype.h = function () {
    if (((this.f &= -3), 1 & this.f)) return !1
    if ((36 & this.f) == 32 || ((this.f &= -5), this.g === qe)) return !0
    if (((this.g = qe), (this.f |= 1), this.i > 0 && !Ye(this))) return ((this.f &= -2), !0)
    var e = B
    try {
      ;(Xe(this), (B = this))
      var t = this.x()
      ;(16 & this.f || this.v !== t || this.i === 0) && ((this.v = t), (this.f &= -17), this.i++)
    } catch (e) {
      ;((this.v = e), (this.f |= 16), this.i++)
    }
    return ((B = e), Ze(this), (this.f &= -2), !0)
  }),
  (W.prototype.S = function (e) {
    if (this.t === void 0) {
      this.f |= 36
      for (var t = this.s; t !== void 0; t = t.n) t.S.S(t)
    }
    H.prototype.S.call(this, e)
  }),
  (W.prototype.U = function (e) {
    if (this.t !== void 0 && (H.prototype.U.call(this, e), this.t === void 0)) {
      this.f &= -33
      for (var t = this.s; t !== void 0; t = t.n) t.S.U(t)
    }
  }),
  (W.prototype.N = function () {
    if (!(2 & this.f)) {
      this.f |= 6
      for (var e = this.t; e !== void 0; e = e.x) e.t.N()
    }
  }),
  Object.defineProperty(W.prototype, 'value', {
    get: function () {
      if (1 & this.f) throw Error(`Cycle detected`)
      var e = Je(this)
      if ((this.h(), e !== void 0 && (e.i = this.i), 16 & this.f)) throw this.v
      return this.v
    },
  }))
function G(e, t) {
  return new W(e, t)
}
function Qe(e) {
  var t = e.j
  if (((e.j = void 0), typeof t == `function`)) {
    V++
    var n = B
    B = void 0
    try {
      t()
    } catch (t) {
      throw ((e.f &= -2), (e.f |= 8), $e(e), t)
    } finally {
      ;((B = n), Re())
    }
  }
}
function $e(e) {
  for (var t = e.s; t !== void 0; t = t.n) t.S.U(t)
  ;((e.x = void 0), (e.s = void 0), Qe(e))
}
function et(e) {
  if (B !== this) throw Error(`Out-of-order effect`)
  ;(Ze(this), (B = e), (this.f &= -2))
  try {
    8 & this.f && $e(this)
  } finally {
    Re()
  }
}
function K(e, t) {
  ;((this.x = e),
    (this.j = void 0),
    (this.s = void 0),
    (this.u = void 0),
    (this.f = 32),
    (this.name = t?.name),
    Be && Be.push(this))
}
;((K.prototype.c = function () {
  var e = this.S()
  try {
    if (8 & this.f || this.x === void 0) return
    var t = this.x()
    typeof t == `function` && (this.j = t)
  } finally {
    e()
  }
}),
  (K.prototype.S = function () {
    if (1 & this.f) throw Error(`Cycle detected`)
    ;((this.f |= 1), (this.f &= -9), Qe(this), Xe(this), V++)
    var e = B
    return ((B = this), et.bind(this, e))
  }),
  (K.prototype.N = function () {
    2 & this.f || ((this.f |= 2), (this.u = He), (He = this))
  }),
  (K.prototype.d = function () {
    ;((this.f |= 8), 1 & this.f || $e(this))
  }),
  (K.prototype.dispose = function () {
    this.d()
  }))
function q(e, t) {
  var n = new K(e, t)
  try {
    n.c()
  } catch (e) {
    throw (n.d(), e)
  }
  var r = n.d.bind(n)
  return ((r[Symbol.dispose] = r), r)
}
var tt,
  nt,
  rt = typeof window < `u` && !!window.__PREACT_SIGNALS_DEVTOOLS__,
  it = []
q(function () {
  tt = this.N
})()
function J(t, n) {
  e[t] = n.bind(null, e[t] || function () {})
}
function Y(e) {
  if (nt) {
    var t = nt
    ;((nt = void 0), t())
  }
  nt = e && e.S()
}
function at(e) {
  var t = this,
    r = e.data,
    i = st(r)
  ;((i.name = `ReactiveDom`), (i.value = r))
  var a = De(function () {
      for (var e = t, r = t.__v; (r = r.__);)
        if (r.__c) {
          r.__c.__$f |= 4
          break
        }
      var a = G(function () {
          var e = i.value.value
          return e === 0 ? 0 : !0 === e ? `` : e || ``
        }),
        o = G(function () {
          return !Array.isArray(a.value) && !n(a.value)
        }),
        s = q(function () {
          if (((this.N = ut), o.value)) {
            var t = a.value
            e.__v && e.__v.__e && e.__v.__e.nodeType === 3 && (e.__v.__e.data = t)
          }
        }),
        c = t.__$u.d
      return (
        (t.__$u.d = function () {
          ;(s(), c.call(this))
        }),
        [o, a]
      )
    }, []),
    o = a[0],
    s = a[1]
  return o.value ? s.peek() : s.value
}
;((at.displayName = `ReactiveTextNode`),
  Object.defineProperties(H.prototype, {
    constructor: { configurable: !0, value: b(S, null).constructor },
    type: { configurable: !0, value: at },
    props: {
      configurable: !0,
      get: function () {
        var e = this
        return {
          data: {
            get value() {
              return e.value
            },
          },
        }
      },
    },
    __b: { configurable: !0, value: 1 },
  }),
  J(`__b`, function (e, t) {
    if ((Y(), typeof t.type == `string`)) {
      var n,
        r = t.props
      for (var i in r)
        if (i !== `children`) {
          var a = r[i]
          a instanceof H && (n || (t.__np = n = {}), (n[i] = a), (r[i] = a.peek()))
        }
    }
    e(t)
  }),
  J(`__r`, function (e, t) {
    if ((e(t), t.type !== S)) {
      Y()
      var n,
        r = t.__c
      ;(r &&
        ((r.__$f &= -2),
        (n = r.__$u) === void 0 &&
          (r.__$u = n =
            (function (e, t) {
              var n
              return (
                q(
                  function () {
                    n = this
                  },
                  { name: t },
                ),
                (n.c = e),
                n
              )
            })(
              (function (e) {
                return function () {
                  var t
                  ;(rt && ((t = this.y) == null || t.call(this)), (e.__$f |= 1), e.setState({}))
                }
              })(r),
              typeof t.type == `function` ? t.type.displayName || t.type.name : ``,
            ))),
        Y(n))
    }
  }),
  J(`__e`, function (e, t, n, r) {
    ;(Y(), e(t, n, r))
  }),
  J(`diffed`, function (e, t) {
    Y()
    var n
    if (typeof t.type == `string` && (n = t.__e)) {
      var r = t.__np,
        i = t.props,
        a = n.U
      if (a)
        for (var o in a) {
          var s = a[o]
          s === void 0 || (r && o in r) || (s.d(), (a[o] = void 0))
        }
      if (r)
        for (var c in (a || ((a = {}), (n.U = a)), r)) {
          var l = a[c],
            u = r[c]
          l === void 0 ? ((l = ot(n, c, u, i)), (a[c] = l)) : l.o(u, i)
        }
    }
    e(t)
  }))
function ot(e, t, n, r) {
  var i = t in e && e.ownerSVGElement === void 0,
    a = U(n)
  return {
    o: function (e, t) {
      ;((a.value = e), (r = t))
    },
    d: q(function () {
      this.N = ut
      var n = a.value.value
      r[t] !== n &&
        ((r[t] = n),
        i
          ? (e[t] = n)
          : n != null && (!1 !== n || t[4] === `-`)
            ? e.setAttribute(t, n)
            : e.removeAttribute(t))
    }),
  }
}
;(J(`unmount`, function (e, t) {
  if (typeof t.type == `string`) {
    var n = t.__e
    if (n) {
      var r = n.U
      if (r)
        for (var i in ((n.U = void 0), r)) {
          var a = r[i]
          a && a.d()
        }
    }
    var o = t.__np
    if (o) {
      var s = t.props
      for (var c in o) s[c] = o[c]
    }
    t.__np = void 0
  } else {
    var l = t.__c
    if (l) {
      l.__$f |= 8
      var u = l.__$u
      u && ((l.__$u = void 0), u.d())
    }
  }
  e(t)
}),
  J(`__h`, function (e, t, n, r) {
    ;(r < 3 && (t.__$f |= 2), e(t, n, r))
  }),
  (C.prototype.shouldComponentUpdate = function (e, t) {
    if (this.__R) return !0
    var n = this.__$u,
      r = n && n.s !== void 0
    for (var i in t) return !0
    if (this.__f || (typeof this.u == `boolean` && !0 === this.u)) {
      var a = 2 & this.__$f
      if (!(r || a || 4 & this.__$f) || 1 & this.__$f) return !0
    } else if (!(r || 4 & this.__$f) || 3 & this.__$f) return !0
    for (var o in e) if (o !== `__source` && e[o] !== this.props[o]) return !0
    for (var s in this.props) if (!(s in e)) return !0
    return !1
  }))
function st(e, t) {
  return De(function () {
    return U(e, t)
  }, [])
}
var ct = function (e) {
  queueMicrotask(function () {
    queueMicrotask(e)
  })
}
function lt() {
  ze(function () {
    for (var e; (e = it.shift());) tt.call(e)
  })
}
function ut() {
  it.push(this) === 1 && (e.requestAnimationFrame || ct)(lt)
}
function dt(e) {
  return e.length < 6 ? `…` : e.length < 12 ? `${e.slice(0, 2)}…` : `${e.slice(0, 4)}…${e.slice(-2)}`
}
var ft = class {
  #e
  #t
  #n = []
  constructor(e, t = pt) {
    ;((this.#e = e), (this.#t = t))
  }
  add(e) {
    ;(this.#n.length === 0 &&
      e.length > 0 &&
      this.#t(() => {
        let e = this.#n
        ;((this.#n = []), this.#e(e))
      }),
      this.#n.push(...e))
  }
}
function pt(e) {
  document.hidden ? setTimeout(e, 250) : requestAnimationFrame(e)
}
async function* mt(e) {
  let t = new TextDecoder(),
    n = ``
  for await (let r of e) {
    let e = (n + t.decode(r, { stream: !0 })).split(`

`)
    n = e.pop() ?? ``
    let i = e.flatMap(ht)
    i.length > 0 && (yield i)
  }
}
function ht(e) {
  let t = ``
  for (let n of e.split(`
`))
    if (n.startsWith(`event: `)) t = n.slice(7)
    else if (n.startsWith(`data: `)) return [{ kind: t, data: n.slice(6) }]
  return []
}
var gt = new ue(0, `The mock has gone. Trying to reach it again …`),
  _t = 250,
  vt = 4e3
async function yt(e, t, n, r) {
  let i = _t
  for (; !r.aborted;) {
    try {
      let { body: a } = await e.open(`worlds/${encodeURIComponent(t)}/events`, { signal: r })
      if ((n.opened(), (i = _t), a)) for await (let e of mt(a)) n.take(e)
      n.lost(gt)
    } catch (e) {
      if (e instanceof Error && e.name === `AbortError`) return
      n.lost(e instanceof ue ? e : gt)
    }
    ;(await bt(i, r), (i = Math.min(i * 2, vt)))
  }
}
function bt(e, t) {
  let { promise: n, resolve: r } = Promise.withResolvers(),
    i = setTimeout(() => {
      r(void 0)
    }, e)
  return (
    t.addEventListener(
      `abort`,
      () => {
        ;(clearTimeout(i), r(void 0))
      },
      { once: !0 },
    ),
    n
  )
}
var xt = class {
  #e = new Map()
  #t = []
  count(e, t, n) {
    let r = this.#n(e, n)
    t ? (r.admitted += 1) : (r.refused += 1)
  }
  note(e, t, n) {
    this.activeKeys(n).includes(e) && (this.#n(e, n).left = t)
  }
  mark(e, t) {
    this.#t = [...this.#t, { at: t / 1e3, label: e }].slice(-50)
  }
  marks(e) {
    return this.#t.filter(({ at: t }) => t > e / 1e3 - 120)
  }
  clear() {
    ;(this.#e.clear(), (this.#t = []))
  }
  activeKeys(e) {
    this.#r(e)
    let t = new Map()
    for (let e of this.#e.values())
      for (let [n, { admitted: r, refused: i }] of e) t.set(n, (t.get(n) ?? 0) + r + i)
    return [...t].sort(([, e], [, t]) => t - e).map(([e]) => e)
  }
  columns(e, t, n) {
    let r = Math.floor(e / 1e3),
      i = Array.from({ length: 120 }, (e, t) => r - 120 + 1 + t),
      a = (e) => {
        let n = this.#e.get(e)
        if (t === void 0) return [...(n?.values() ?? [])]
        let r = n?.get(t)
        return r ? [r] : []
      }
    return {
      seconds: i,
      admitted: i.map((e) => St(a(e).map(({ admitted: e }) => e))),
      refused: i.map((e) => St(a(e).map(({ refused: e }) => e))),
      left: n.map((e) => i.map((t) => this.#e.get(t)?.get(e)?.left ?? null)),
    }
  }
  #n(e, t) {
    let n = Math.floor(t / 1e3),
      r = this.#e.get(n) ?? new Map()
    this.#e.set(n, r)
    let i = r.get(e) ?? { admitted: 0, refused: 0, left: void 0 }
    return (r.set(e, i), i)
  }
  #r(e) {
    for (let t of this.#e.keys()) t <= Math.floor(e / 1e3) - 120 && this.#e.delete(t)
  }
}
function St(e) {
  return e.reduce((e, t) => e + t, 0)
}
var Ct = class {
  #e
  #t
  #n = !1
  #r = !1
  constructor(e, t) {
    ;((this.#e = e), (this.#t = t))
  }
  want() {
    ;((this.#r = !0), this.#n || this.#i())
  }
  async #i() {
    for (this.#n = !0; this.#r;) {
      this.#r = !1
      let e = performance.now()
      await this.#e()
      let t = performance.now() - e
      await new Promise((e) => setTimeout(e, Math.max(this.#t, t * 4)))
    }
    this.#n = !1
  }
}
function wt({ clock: e, readAt: t }, n) {
  let r = Date.parse(e.now)
  return e.frozen ? r : r + (n - t) * e.speed
}
function Tt({ limit: e, remaining: t, resetsAt: n }, r) {
  let i = n === null ? void 0 : Date.parse(n) - r
  return i !== void 0 && i <= 0 ? { limit: e, left: e, renewsIn: void 0 } : { limit: e, left: t, renewsIn: i }
}
function Et({ bannedUntil: e }, t) {
  return e === null ? 0 : Math.max(0, Date.parse(e) - t)
}
var Dt = 1e3,
  Ot = `default`,
  kt = class {
    api
    world = U(Ot)
    worlds = U([])
    keys = U([])
    choices = U([])
    faults = U([])
    lines = U([])
    connection = U(`opening`)
    notice = U(void 0)
    outside = U(Date.now())
    history = new xt()
    #e = U(void 0)
    clock = G(() => this.#e.value?.clock)
    time = G(() => (this.#e.value ? wt(this.#e.value, this.outside.value) : void 0))
    current = G(() => this.worlds.value.find(({ name: e }) => e === this.world.value))
    basePath = G(() => this.current.value?.basePath ?? `/v1`)
    #t = new ft((e) => {
      this.#h(e)
    })
    #n = new Ct(() => this.#d(), 500)
    #r = new Ct(() => this.#p(`keys`, this.keys), 300)
    #i = new Ct(() => this.#p(`choices`, this.choices), 500)
    #a = new Ct(() => this.#p(`faults`, this.faults), 300)
    #o = new AbortController()
    #s = 0
    constructor(e) {
      this.api = e
    }
    enter(e) {
      ;(this.#o.abort(),
        (this.#o = new AbortController()),
        (this.world.value = e),
        (this.lines.value = []),
        this.history.clear(),
        yt(this.api, e, this.#c(e), this.#o.signal))
    }
    tick(e) {
      this.outside.value = e
      let t = this.time.value
      if (t === void 0 || this.connection.value !== `open`) return
      let n = new Set(this.history.activeKeys(e))
      for (let r of this.keys.value) {
        let i = dt(r.key)
        n.has(i) && this.history.note(i, Tt(r.windows.minute, t).left, e)
      }
    }
    lookAround() {
      this.connection.value === `open` && this.#n.want()
    }
    async act(e, t, n) {
      try {
        return (await this.api.ask(e, t, n), this.#n.want(), !0)
      } catch (e) {
        return (this.#v(e), !1)
      }
    }
    actHere(e, t, n) {
      return this.act(e, this.here(t), n)
    }
    here(e) {
      return `worlds/${encodeURIComponent(this.world.value)}/${e}`
    }
    present(e) {
      ;((this.api.token = e), this.enter(this.world.value))
    }
    #c(e) {
      return {
        opened: () => {
          ;((this.connection.value = `open`), (this.notice.value = void 0), this.#u())
        },
        take: (t) => {
          this.world.value === e && this.#t.add(t)
        },
        lost: ({ status: t, message: n }) => {
          t === 404
            ? this.#l(e)
            : ((this.connection.value = t === 401 ? `token-wanted` : `lost`),
              (this.notice.value = { tone: `bad`, text: n }))
        },
      }
    }
    #l(e) {
      this.world.value === e &&
        (this.enter(Ot),
        (this.notice.value = { tone: `bad`, text: `The world ${e} is gone. This is the world ${Ot}.` }))
    }
    #u() {
      for (let e of [this.#n, this.#r, this.#i, this.#a]) e.want()
      this.#f()
    }
    async #d() {
      let e = await this.#m(`worlds`)
      if (!e) return
      this.worlds.value = e
      let t = e.find(({ name: e }) => e === this.world.value)?.clock
      t && (this.#e.value = { clock: t, readAt: Date.now() })
    }
    async #f() {
      let e = await this.#m(this.here(`journal`))
      if (!e) return
      let t = new Set(this.lines.value.map(({ id: e }) => e)),
        n = e.map(At).filter(({ id: e }) => !t.has(e))
      this.lines.value = [...this.lines.value, ...n].slice(0, Dt)
    }
    async #p(e, t) {
      let n = this.world.value,
        r = await this.#m(this.here(e))
      r && n === this.world.value && (t.value = r)
    }
    #m(e) {
      return this.api.ask(`GET`, e).catch(() => void 0)
    }
    #h(e) {
      let t = []
      for (let { kind: n, data: r } of e)
        n === `exchange`
          ? t.push(this.#g(JSON.parse(r)))
          : n === `change`
            ? t.push(this.#_(JSON.parse(r)))
            : n === `dropped` && this.#f()
      this.lines.value = [...t.reverse(), ...this.lines.value].slice(0, Dt)
    }
    #g(e) {
      let t = e.key ?? `no key`
      return (
        this.history.count(t, e.reason.step !== `meter`, Date.now()),
        this.#r.want(),
        this.faults.value.length > 0 && this.#a.want(),
        At(e)
      )
    }
    #_(e) {
      this.#s += 1
      let { what: t } = e
      return (
        t === `world-removed` && this.#l(e.world),
        (t === `reset` || t === `journal`) && (this.lines.value = []),
        (t === `reset` || t === `clock` || t === `ban`) && this.history.mark(e.sentence, Date.now()),
        (t === `choices` || t === `reset`) && this.#i.want(),
        (t === `faults` || t === `reset`) && this.#a.want(),
        this.#r.want(),
        this.#n.want(),
        (this.notice.value = { tone: t === `ban` ? `bad` : `good`, text: e.sentence }),
        { id: `change ${this.#s}`, kind: `change`, change: e }
      )
    }
    #v(e) {
      if (!(e instanceof ue)) throw e
      this.notice.value = { tone: `bad`, text: e.message }
    }
  }
function At(e) {
  return { id: `exchange ${e.id}`, kind: `exchange`, exchange: e }
}
var jt = le(void 0)
function X() {
  let e = Oe(jt)
  if (!e) throw Error(`a view stands outside of the room`)
  return e
}
var Mt = Symbol.for(`pv`),
  Nt = 0
Array.isArray
function Z(t, n, r, i, a, o) {
  n ||= {}
  var s,
    c,
    l = n
  if (`ref` in l && typeof t != `function`) for (c in ((l = {}), n)) c == `ref` ? (s = n[c]) : (l[c] = n[c])
  var u = {
    type: t,
    props: l,
    key: r,
    ref: s,
    __k: null,
    __: null,
    __b: 0,
    __e: null,
    __c: null,
    constructor: Mt,
    __v: --Nt,
    __i: -1,
    __u: 0,
  }
  return ((a || o) && ((u.__source = a), (u.__self = o)), e.vnode && e.vnode(u), u)
}
var Pt = {
  opening: `connecting …`,
  open: `live`,
  lost: `no connection, trying again …`,
  'token-wanted': `token wanted`,
}
function Ft() {
  let e = X(),
    t = e.connection.value,
    n = location.origin + e.basePath.value
  return Z(`header`, {
    class: `top`,
    children: [
      Z(`h1`, { children: `Control room` }),
      Z(`label`, {
        class: `world`,
        children: [
          `World`,
          Z(`select`, {
            value: e.world.value,
            onChange: ({ currentTarget: t }) => {
              e.enter(t.value)
            },
            children: e.worlds.value.map(({ name: t }) =>
              Z(`option`, { value: t, selected: t === e.world.value, children: t }, t),
            ),
          }),
        ],
      }),
      Z(`code`, { class: `address`, title: `The base address of this world`, children: n }),
      Z(`span`, { class: `connection ${t}`, role: `status`, children: Pt[t] }),
      Z(`button`, {
        type: `button`,
        class: `grave`,
        title: `Animals, keys, counters, bans, clock, choices, faults and journal go back to how the world began`,
        onClick: () => void e.actHere(`POST`, `reset`),
        children: `Reset world`,
      }),
    ],
  })
}
function It() {
  let e = X()
  return Z(`form`, {
    class: `row add-key`,
    onSubmit: (t) => {
      t.preventDefault()
      let n = t.currentTarget,
        r = Object.fromEntries(new FormData(n))
      e.actHere(`POST`, `keys`, r).then((e) => {
        e && n.reset()
      })
    },
    children: [
      Z(`label`, {
        children: [
          `New key`,
          Z(`input`, {
            name: `key`,
            required: !0,
            maxLength: 200,
            placeholder: `team-key`,
            autocomplete: `off`,
          }),
        ],
      }),
      Z(`label`, {
        children: [
          `Plan`,
          Z(`select`, {
            name: `plan`,
            children: [
              Z(`option`, { children: `free` }),
              Z(`option`, { children: `pro` }),
              Z(`option`, { children: `business` }),
              Z(`option`, { children: `enterprise` }),
            ],
          }),
        ],
      }),
      Z(`button`, { type: `submit`, children: `Add key` }),
    ],
  })
}
function Q(e) {
  return e.toLocaleString(`en`)
}
function Lt(e) {
  let t = Math.max(0, Math.ceil(e / 1e3))
  if (t < 60) return `${t} s`
  if (t < 3600) return `${Math.floor(t / 60)}:${String(t % 60).padStart(2, `0`)}`
  let n = Math.floor(t / 3600)
  return n < 48 ? `${n} h ${Math.floor((t % 3600) / 60)} min` : `${Q(Math.floor(n / 24))} d ${n % 24} h`
}
function Rt(e) {
  return new Date(e).toISOString().slice(0, 10)
}
function zt(e) {
  return new Date(e).toISOString().slice(11, 19)
}
function Bt({ name: e, standing: t }) {
  let { limit: n, left: r, renewsIn: i } = t,
    a = r / n
  return Z(`div`, {
    class: `gauge`,
    children: [
      Z(`span`, { class: `gauge-name`, children: e }),
      Z(`span`, {
        class: `bar ${a === 0 ? `empty` : a <= 0.2 ? `low` : `well`}`,
        role: `meter`,
        'aria-label': `left of the ${e}`,
        'aria-valuemin': 0,
        'aria-valuemax': n,
        'aria-valuenow': r,
        children: Z(`span`, { class: `fill`, style: { transform: `scaleX(${a})` } }),
      }),
      Z(`span`, { class: `gauge-figure`, children: [Z(`b`, { children: Q(r) }), ` / `, Q(n)] }),
      Z(`span`, { class: `gauge-reset`, children: i === void 0 ? `full` : `resets in ${Lt(i)}` }),
    ],
  })
}
var Vt = [`free`, `pro`, `business`, `enterprise`]
function Ht({ standing: e, isBanned: t }) {
  let n = X(),
    r = `keys/${encodeURIComponent(e.key)}`
  return Z(`details`, {
    class: `key-controls`,
    children: [
      Z(`summary`, { 'aria-label': `Change ${e.key}`, children: `Change` }),
      Z(`form`, {
        class: `row`,
        onSubmit: (e) => {
          e.preventDefault()
          let t = new FormData(e.currentTarget),
            i = (e) => (t.get(e) === `` ? {} : { [e]: Number(t.get(e)) })
          n.actHere(`PUT`, `${r}/remaining`, { ...i(`minute`), ...i(`day`) })
        },
        children: [
          Z(`label`, {
            children: [
              `Left this minute`,
              Z(`input`, { name: `minute`, type: `number`, min: `0`, step: `1`, placeholder: `as it is` }),
            ],
          }),
          Z(`label`, {
            children: [
              `today`,
              Z(`input`, { name: `day`, type: `number`, min: `0`, step: `1`, placeholder: `as it is` }),
            ],
          }),
          Z(`button`, { type: `submit`, children: `Set` }),
        ],
      }),
      Z(`div`, {
        class: `row`,
        children: [
          Z(`label`, {
            children: [
              `Plan`,
              Z(`select`, {
                value: e.plan,
                onChange: ({ currentTarget: e }) => void n.actHere(`PATCH`, r, { plan: Ut(e.value) }),
                children: Vt.map((e) => Z(`option`, { value: e, children: e }, e)),
              }),
            ],
          }),
          t
            ? Z(`button`, {
                type: `button`,
                onClick: () => void n.actHere(`DELETE`, `${r}/ban`),
                children: `Lift the ban`,
              })
            : Z(`button`, {
                type: `button`,
                onClick: () => void n.actHere(`POST`, `${r}/ban`, { seconds: 60 }),
                children: `Ban for 60 s`,
              }),
          Z(`button`, {
            type: `button`,
            class: `grave`,
            onClick: () => void n.actHere(`DELETE`, r),
            children: `Remove`,
          }),
        ],
      }),
    ],
  })
}
function Ut(e) {
  return Vt.find((t) => t === e) ?? `free`
}
function Wt({ standing: e }) {
  let t = X().time.value ?? 0,
    n = Et(e, t),
    r = Tt(e.windows.minute, t),
    { requests: i, refused: a, earlyRetries: o, bans: s } = e.report,
    c = r.left === 0
  return Z(`li`, {
    class: `key ${n > 0 ? `banned` : c ? `over` : ``}`,
    children: [
      Z(`div`, {
        class: `key-head`,
        children: [
          Z(`strong`, { class: `key-name`, title: e.key, children: e.key }),
          Z(`span`, { class: `plan ${e.plan}`, children: e.plan }),
        ],
      }),
      n > 0 && Z(`p`, { class: `ban`, children: [`Banned for `, Z(`b`, { children: Lt(n) })] }),
      Z(Bt, { name: `minute`, standing: r }),
      Z(Bt, { name: `day`, standing: Tt(e.windows.day, t) }),
      Z(`p`, {
        class: `tallies`,
        children: [
          Z(`span`, { children: [Q(i), ` requests`] }),
          Z(`span`, { class: a > 0 ? `is-bad` : ``, children: [Q(a), ` refused`] }),
          e.strikes > 0 && n === 0 && Z(`span`, { class: `is-bad`, children: [Q(e.strikes), ` strikes`] }),
          o > 0 && Z(`span`, { class: `is-bad`, children: [Q(o), ` too early`] }),
          s > 0 && Z(`span`, { class: `is-bad`, children: [Q(s), ` bans`] }),
        ],
      }),
      Z(Ht, { standing: e, isBanned: n > 0 }),
    ],
  })
}
var Gt = 12,
  Kt = 8
function qt() {
  let e = X(),
    [t, n] = z(``),
    [r, i] = z(Gt),
    a = Yt(e.keys.value),
    o = t === `` ? a : a.filter(({ key: e }) => e.includes(t)),
    s = e.current.value?.limits === !1
  return Z(`section`, {
    class: `panel keys`,
    'aria-labelledby': `keys-title`,
    children: [
      Z(`div`, {
        class: `panel-head`,
        children: [
          Z(`h2`, { id: `keys-title`, children: `Keys` }),
          Z(`label`, {
            class: `switch`,
            children: [
              Z(`input`, {
                type: `checkbox`,
                checked: !s,
                onChange: ({ currentTarget: t }) => void e.actHere(`PUT`, `limits`, { on: t.checked }),
              }),
              `Rate limits`,
            ],
          }),
        ],
      }),
      s && Z(`p`, { class: `hint`, children: `Limits are off: nothing is counted and nobody is refused.` }),
      a.length > Kt &&
        Z(`input`, {
          type: `search`,
          placeholder: `Find a key`,
          'aria-label': `Find a key`,
          value: t,
          onInput: ({ currentTarget: e }) => {
            n(e.value)
          },
        }),
      Z(`ul`, { class: `key-list`, children: o.slice(0, r).map((e) => Z(Wt, { standing: e }, e.key)) }),
      a.length === 0 &&
        Z(`p`, {
          class: `hint`,
          children: `No keys yet: without one every request is answered 401. Add one.`,
        }),
      o.length > r &&
        Z(`button`, {
          type: `button`,
          onClick: () => {
            i(r + 50)
          },
          children: [`Show more of `, Q(o.length - r), ` others`],
        }),
      Z(It, {}),
    ],
  })
}
var Jt = [`free`, `pro`, `business`, `enterprise`]
function Yt(e) {
  return [...e].sort((e, t) => Jt.indexOf(e.plan) - Jt.indexOf(t.plan) || (e.key < t.key ? -1 : 1))
}
function Xt() {
  let { notice: e } = X()
  return Z(`div`, {
    class: `notices`,
    role: `status`,
    'aria-live': `polite`,
    children:
      e.value &&
      Z(`p`, {
        class: `notice ${e.value.tone}`,
        children: [
          e.value.text,
          Z(`button`, {
            type: `button`,
            'aria-label': `Close this notice`,
            onClick: () => {
              e.value = void 0
            },
            children: `×`,
          }),
        ],
      }),
  })
}
var Zt = [
    {
      id: `BASE-1`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `What the service does`,
      quote: 'It ends with a path segment `/v1`; all paths below are relative to it.',
      text: `Every operation answers under a base address that ends with /v1.`,
    },
    {
      id: `BASE-2`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `What the service does`,
      quote: `A second, staging base address exists`,
      text: `A second, staging base address has the same path shape.`,
    },
    {
      id: `BASE-3`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `What the service does`,
      quote: 'All request and response bodies are `application/json`.',
      text: `Every response body is application/json, and a request body of that type is accepted.`,
    },
    {
      id: `BASE-4`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Versioning`,
      quote: 'The interface version is 1.0.0; the base address carries the path segment `/v1`.',
      text: `The interface that is served under /v1 is version 1.0.0.`,
    },
    {
      id: `BASE-5`,
      level: `should`,
      operations: [`listPets`, `getPet`],
      section: `What the service does`,
      source: `RFC 9110 §9.3.2`,
      text: `HEAD answers as GET does, without a body.`,
    },
    {
      id: `BASE-6`,
      level: `should`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Other endpoints`,
      source: `RFC 9110 §15.5.6`,
      text: `A 405 names the allowed methods in an Allow header.`,
    },
    {
      id: `PET-1`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Resources and their fields`,
      quote: `| id | integer, int64 | yes | Unique identifier, assigned by the service on creation |`,
      text: `Every animal has an integer id within int64.`,
    },
    {
      id: `PET-2`,
      level: `must`,
      operations: [`createPet`],
      section: `Resources and their fields`,
      quote: `| id | integer, int64 | yes | Unique identifier, assigned by the service on creation |`,
      text: `The id is assigned by the service on creation and is unique.`,
    },
    {
      id: `PET-3`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Resources and their fields`,
      quote: `| name | string | yes | The animal's name |`,
      text: `Every animal has a name, which is a string.`,
    },
    {
      id: `PET-4`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Resources and their fields`,
      quote: `| categoryId | integer, int64 | yes | Identifier of the category the animal belongs to |`,
      text: `Every animal has an integer categoryId, and every int64 keeps its exact value.`,
    },
    {
      id: `PET-5`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Resources and their fields`,
      quote: `| status | PetStatus | no | Availability status |`,
      text: `The status of an animal, where it has one, is available, pending or sold.`,
    },
    {
      id: `LIST-1`,
      level: `must`,
      operations: [`listPets`],
      section: `GET /pets`,
      quote:
        '| 200 | JSON array of Pet (a paginated list; `limit` sets the page size; `status` filters by availability) |',
      text: `A list is answered 200 with a JSON array of animals.`,
    },
    {
      id: `LIST-2`,
      level: `must`,
      operations: [`listPets`],
      section: `GET /pets`,
      quote:
        '| 200 | JSON array of Pet (a paginated list; `limit` sets the page size; `status` filters by availability) |',
      text: 'A list holds as many animals as `limit` says, or all there are if they are fewer.',
    },
    {
      id: `LIST-3`,
      level: `must`,
      operations: [`listPets`],
      section: `GET /pets`,
      quote: `| limit | integer | no | 1 to 100 inclusive | 20 |`,
      text: 'Every `limit` from 1 to 100 is accepted.',
    },
    {
      id: `LIST-4`,
      level: `must`,
      operations: [`listPets`],
      section: `GET /pets`,
      quote: `| limit | integer | no | 1 to 100 inclusive | 20 |`,
      text: 'Without `limit`, a page holds at most 20 animals.',
    },
    {
      id: `LIST-5`,
      level: `must`,
      operations: [`listPets`],
      section: `GET /pets`,
      quote: `| status | PetStatus | no | available, pending, sold | none (no filter) |`,
      text: 'With `status`, the list holds animals of that status only, the page being cut after filtering.',
    },
    {
      id: `LIST-6`,
      level: `must`,
      operations: [`listPets`],
      section: `GET /pets`,
      quote: `| status | PetStatus | no | available, pending, sold | none (no filter) |`,
      text: 'Without `status`, animals of every status are listed.',
    },
    {
      id: `LIST-7`,
      level: `must`,
      operations: [`listPets`],
      section: `What the service does`,
      quote: `list animals available for adoption, add a new animal, and fetch one animal by its identifier.`,
      text: `An animal that was added can be found in the list.`,
    },
    {
      id: `CREATE-1`,
      level: `must`,
      operations: [`createPet`],
      section: `POST /pets`,
      quote: '| 201 | Pet (includes the assigned `id`) | Animal added |',
      text: `A valid body is answered 201 with the animal and its assigned id.`,
    },
    {
      id: `CREATE-2`,
      level: `must`,
      operations: [`createPet`],
      section: `Resources and their fields`,
      quote: `All fields of NewPet, plus`,
      text: `The animal comes back with the name, the categoryId and the status that were sent.`,
    },
    {
      id: `CREATE-3`,
      level: `must`,
      operations: [`createPet`],
      section: `POST /pets`,
      quote: '(`name` and `categoryId` required)',
      text: 'A body without `name` or without `categoryId` is refused with 400.',
    },
    {
      id: `CREATE-4`,
      level: `must`,
      operations: [`createPet`],
      section: `POST /pets`,
      quote: `| 400 | Error | Body missing required fields or containing invalid values |`,
      text: `A body with a value of the wrong type, or outside the enumeration or int64, is refused with 400.`,
    },
    {
      id: `CREATE-5`,
      level: `must`,
      operations: [`createPet`],
      section: `POST /pets`,
      quote: 'The request body is required, `application/json`, shape NewPet',
      text: `A request without a body, or whose body is no JSON object, is refused with 400.`,
    },
    {
      id: `CREATE-6`,
      level: `must`,
      operations: [`createPet`, `listPets`],
      section: `POST /pets`,
      quote: `| 400 | Error | Body missing required fields or containing invalid values |`,
      text: `A refused body adds no animal.`,
    },
    {
      id: `CREATE-7`,
      level: `must`,
      operations: [`createPet`],
      section: `States and transitions`,
      quote: 'The status may be set on creation via `status` in the body.',
      text: `Each of the three statuses may be set on creation, or none.`,
    },
    {
      id: `GET-1`,
      level: `must`,
      operations: [`getPet`],
      section: `GET /pets/{petId}`,
      quote: `| 200 | Pet | Animal found |`,
      text: `An animal that exists is answered 200, and is the one that was asked for.`,
    },
    {
      id: `GET-2`,
      level: `must`,
      operations: [`getPet`],
      section: `GET /pets/{petId}`,
      quote: `| 404 | Error | The animal could not be found |`,
      text: `An id that no animal has is answered 404 with an Error body.`,
    },
    {
      id: `GET-3`,
      level: `must`,
      operations: [`getPet`],
      section: `GET /pets/{petId}`,
      quote: 'Path parameter: `petId`, required, integer int64, the identifier of the animal.',
      text: `Every int64 is accepted as petId and is matched exactly, beyond 2^53 too.`,
    },
    {
      id: `AUTH-1`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Authentication`,
      quote: 'The API key is sent as the bearer token in the `Authorization` header',
      text: `A request with a valid key in the Authorization header, as a bearer token, is served.`,
    },
    {
      id: `AUTH-2`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Authentication`,
      quote: `When the key is missing or invalid, the response is 401 with an Error body.`,
      text: `A request without a key is answered 401 with an Error body.`,
    },
    {
      id: `AUTH-3`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Authentication`,
      quote: `When the key is missing or invalid, the response is 401 with an Error body.`,
      text: `A request with an invalid key is answered 401 with an Error body.`,
    },
    {
      id: `AUTH-4`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Authentication`,
      quote: `Scheme: HTTP bearer.`,
      text: `A key that is sent in any other way than as a bearer token is no key.`,
    },
    {
      id: `AUTH-5`,
      level: `must`,
      operations: [`createPet`, `listPets`],
      section: `Authentication`,
      quote: `The requirement applies to every operation listed above.`,
      text: `A request that is answered 401 has no effect.`,
    },
    {
      id: `AUTH-6`,
      level: `should`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Authentication`,
      source: `RFC 9110 §11.6.1, RFC 6750 §3`,
      text: `A 401 carries a WWW-Authenticate header with the Bearer scheme.`,
    },
    {
      id: `AUTH-7`,
      level: `should`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Authentication`,
      source: `RFC 9110 §11.1`,
      text: `The name of the scheme is taken in any case.`,
    },
    {
      id: `ERROR-1`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Errors`,
      quote: 'Every error body has the Error shape (`code`, `message`, `status`)',
      text: 'Every error body has a string `code`, a string `message` and an integer `status`.',
    },
    {
      id: `ERROR-2`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Errors`,
      quote: '`status` repeats the HTTP status.',
      text: 'The `status` of an error body repeats the HTTP status.',
    },
    {
      id: `ERROR-3`,
      level: `should`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Resources and their fields`,
      source: `RFC 9457 §3.1.4`,
      text: 'The `code` and the `message` of an error body are not empty.',
    },
    {
      id: `LIMIT-1`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Rate limit headers (present on every response)`,
      quote: `### Rate limit headers (present on every response)`,
      text: `X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset stand on every response.`,
    },
    {
      id: `LIMIT-2`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Rate limit headers (present on every response)`,
      quote: `| X-RateLimit-Limit | The limit that applies to the caller |`,
      text: `X-RateLimit-Limit is the figure of the caller's plan, for its minute or for its day.`,
    },
    {
      id: `LIMIT-3`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Rate limit headers (present on every response)`,
      quote: `| X-RateLimit-Remaining | Requests left in the current window |`,
      text: `X-RateLimit-Remaining is a whole number from 0 to the limit and falls by one with each request that counts.`,
    },
    {
      id: `LIMIT-4`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Rate limit headers (present on every response)`,
      quote: `| X-RateLimit-Reset | Unix timestamp at which the limit resets |`,
      text: `X-RateLimit-Reset is a Unix timestamp in seconds, not past, within the window that the limit speaks of.`,
    },
    {
      id: `LIMIT-5`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Rate limits by plan`,
      quote: `| Plan | Requests per minute | Requests per day |`,
      text: `A key is served as many requests in a minute as its plan allows, and no more.`,
    },
    {
      id: `LIMIT-6`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Rate limits by plan`,
      quote: `| Plan | Requests per minute | Requests per day |`,
      text: `A key is served as many requests in a day as its plan allows, and no more.`,
    },
    {
      id: `LIMIT-7`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `When exceeded`,
      quote: `A request over the limit receives 429 Too Many Requests.`,
      text: `A request over the limit is answered 429, whatever the operation, and has no effect.`,
    },
    {
      id: `LIMIT-8`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `When exceeded`,
      quote: 'The response carries a `Retry-After` header',
      text: `A 429 carries a Retry-After header, in seconds or as an HTTP date.`,
    },
    {
      id: `LIMIT-9`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `When exceeded`,
      quote: `the client waits the indicated time before retrying.`,
      text: `A client that has waited as long as Retry-After says is served again.`,
    },
    {
      id: `LIMIT-10`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Rate limit headers (present on every response)`,
      quote: `| X-RateLimit-Reset | Unix timestamp at which the limit resets |`,
      text: `At X-RateLimit-Reset the window is renewed and the whole allowance is there again.`,
    },
    {
      id: `LIMIT-11`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `Rate limit headers (present on every response)`,
      quote: `| X-RateLimit-Limit | The limit that applies to the caller |`,
      text: `One key's requests are not charged to another.`,
    },
    {
      id: `LIMIT-12`,
      level: `must`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `When exceeded`,
      quote: `Continued requests after a 429 may cause a temporary ban of the API key.`,
      text: `A ban for continued requests after a 429 is temporary; the key is served again when it has ended.`,
    },
    {
      id: `LIMIT-13`,
      level: `should`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `When exceeded`,
      source: `RFC 6585 §4`,
      text: `A 429 is not to be stored by a cache.`,
    },
    {
      id: `LIMIT-14`,
      level: `must`,
      party: `client`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `When exceeded`,
      quote: `the client waits the indicated time before retrying.`,
      text: `The client waits as long as Retry-After says before it retries.`,
    },
    {
      id: `LIMIT-15`,
      level: `should`,
      party: `client`,
      operations: [`listPets`, `createPet`, `getPet`],
      section: `When exceeded`,
      quote: `Clients should use exponential backoff.`,
      source: `the document itself`,
      text: `The client backs off exponentially.`,
    },
    {
      id: `DEPRECATION-1`,
      level: `must`,
      operations: [`getPet`],
      section: `Versioning`,
      quote: '`GET /pets/{petId}` is deprecated, with removal on 5 December 2030.',
      text: `Until 5 December 2030 getPet is served.`,
    },
    {
      id: `DEPRECATION-2`,
      level: `should`,
      operations: [`getPet`],
      section: `GET /pets/{petId}`,
      quote: `This operation is deprecated and scheduled for removal on 5 December 2030.`,
      source: `the document itself, which says "scheduled"`,
      text: `From 5 December 2030 getPet is removed.`,
    },
    {
      id: `DEPRECATION-3`,
      level: `must`,
      operations: [`listPets`],
      section: `GET /pets/{petId}`,
      quote: 'The replacement is `GET /pets` with the `status` filter.',
      text: 'An animal that getPet returns can also be found by GET /pets with the `status` filter.',
    },
    {
      id: `DEPRECATION-4`,
      level: `should`,
      operations: [`getPet`],
      section: `Versioning`,
      source: `RFC 9745 §2, RFC 8594 §3`,
      text: `getPet announces its deprecation and its removal in Deprecation and Sunset headers.`,
    },
  ],
  Qt = [
    {
      id: `invalid-limit`,
      section: `GET /pets`,
      question: 'What does GET /pets answer when `limit` is not a whole number from 1 to 100?',
      default: `400`,
      variants: {
        400: 'Refused with 400 and an Error body that names `limit`.',
        clamped: `Taken as the nearest bound; the default where it is no number at all.`,
        ignored: `Treated as though it had not been sent.`,
      },
    },
    {
      id: `invalid-status-filter`,
      section: `GET /pets`,
      question: 'What does GET /pets answer when `status` is not one of the three values?',
      default: `400`,
      variants: {
        400: 'Refused with 400 and an Error body that names `status`.',
        ignored: `Treated as though it had not been sent.`,
        'empty-list': `Matches no animal, so the list is empty.`,
      },
    },
    {
      id: `unknown-query-parameter`,
      section: `GET /pets`,
      question: `What happens to a query parameter that the document does not name?`,
      default: `ignored`,
      variants: { 400: `Refused with 400 and an Error body that names it.`, ignored: `It changes nothing.` },
    },
    {
      id: `further-pages`,
      section: `GET /pets`,
      remark: `How a client requests a further page (cursor, offset or page parameters) and what the response carries to support it: not shown.`,
      question: `How does a client reach the animals beyond the first page?`,
      default: `none`,
      variants: {
        none: `It cannot; one page is all there is.`,
        link: `A Link header with rel="next" carries the address of the next page, with a cursor.`,
      },
    },
    {
      id: `list-order`,
      section: `GET /pets`,
      question: `In which order does a list come?`,
      default: `oldest`,
      variants: {
        oldest: `In order of creation.`,
        newest: `The last created first.`,
        arbitrary: `In no order that means anything, but the same for every request.`,
      },
    },
    {
      id: `invalid-pet-id`,
      section: `GET /pets/{petId}`,
      question: 'What does GET /pets/{petId} answer when `petId` is not an int64?',
      default: `400`,
      variants: {
        400: 'Refused with 400 and an Error body that names `petId`.',
        404: `No animal can have it, so it is not found.`,
      },
    },
    {
      id: `unknown-body-field`,
      section: `NewPet`,
      question: `What happens to a field of a new animal that the document does not name?`,
      default: `dropped`,
      variants: {
        400: `Refused with 400 and an Error body that names it.`,
        dropped: `It is left out of the animal.`,
        kept: `It is stored and comes back with the animal.`,
      },
    },
    {
      id: `duplicate-body-field`,
      section: `NewPet`,
      question: `What happens when a body names the same field twice?`,
      default: `400`,
      variants: {
        400: `Refused with 400 and an Error body that names it.`,
        'last-wins': `The last value counts, as in most JSON parsers.`,
      },
    },
    {
      id: `default-status`,
      section: `Gaps in the fields`,
      remark:
        'Default value of `status` when omitted on creation, and length or character limits of `name`: not shown.',
      question: `Which status has an animal that was created without one?`,
      default: `available`,
      variants: {
        absent: `None; the field stays away.`,
        available: `It is available.`,
        pending: `It is pending.`,
        sold: `It is sold.`,
      },
    },
    {
      id: `null-status`,
      section: `NewPet`,
      question: 'What happens when `status` is sent as null?',
      default: `400`,
      variants: {
        400: `Refused with 400, since null is not one of the three values.`,
        'as-omitted': `Treated as though the field had been left out.`,
      },
    },
    {
      id: `name-bounds`,
      section: `Gaps in the fields`,
      remark:
        'Default value of `status` when omitted on creation, and length or character limits of `name`: not shown.',
      question: `How long may a name be, in characters?`,
      default: `none`,
      variants: {
        none: `Any length that fits in a request.`,
        '1-to-N': `From 1 to N characters; any other length is refused with 400.`,
      },
      examples: [`1-to-80`, `1-to-255`],
    },
    {
      id: `name-characters`,
      section: `Gaps in the fields`,
      remark:
        'Default value of `status` when omitted on creation, and length or character limits of `name`: not shown.',
      question: `Which characters may a name hold?`,
      default: `any-text`,
      variants: {
        'any-text': `All of Unicode but NUL and lone surrogates, which are no text that can be stored safely.`,
        printable: `The same without control characters.`,
      },
    },
    {
      id: `category-check`,
      section: `Gaps in the fields`,
      remark: 'Category record (fields, operations): not shown beyond the `categoryId` reference.',
      question: `Does a new animal's category have to exist?`,
      default: `none`,
      variants: {
        none: `Any int64 is taken.`,
        'known-only': `A category that no starting animal belongs to is refused with 400, unless there are no starting animals at all.`,
      },
    },
    {
      id: `id-numbering`,
      section: `Pet`,
      question: `Which identifiers does the service assign?`,
      default: `from-1`,
      variants: {
        'from-1': `1, 2, 3 and so on.`,
        'beyond-2-53': `Counting up from 9007199254740993, which a JavaScript number cannot hold.`,
        random: `Positive int64 numbers that follow no order.`,
      },
    },
    {
      id: `location-on-201`,
      section: `POST /pets`,
      question: `Does the answer to a creation carry a Location header?`,
      default: `no`,
      variants: { no: `It does not.`, yes: `It holds the path of the new animal.` },
    },
    {
      id: `extra-response-fields`,
      section: `Pet`,
      question: `May an animal carry fields that the document does not name?`,
      default: `none`,
      variants: {
        none: `It carries the documented fields only.`,
        some: 'It carries a `createdAt` time as well.',
      },
    },
    {
      id: `json-style`,
      section: `What the service does`,
      question: `How is the JSON of a reply written?`,
      default: `compact`,
      variants: {
        compact: `Without spaces, the fields in the order of the document.`,
        'indented-shuffled': `Indented, the fields in another order.`,
      },
    },
    {
      id: `charset-parameter`,
      section: `What the service does`,
      question: `Does the content type carry a charset parameter?`,
      default: `absent`,
      variants: { absent: 'It is `application/json`.', present: 'It is `application/json; charset=utf-8`.' },
    },
    {
      id: `error-code-style`,
      section: `Errors`,
      remark: 'The set of values of `code`: not shown.',
      question: 'How is the machine-readable `code` of an error written?',
      default: `snake`,
      variants: {
        snake: 'As `pet_not_found`.',
        kebab: 'As `pet-not-found`.',
        screaming: 'As `PET_NOT_FOUND`.',
        dotted: 'As `pet.not.found`.',
      },
    },
    {
      id: `wrong-media-type`,
      section: `POST /pets`,
      question: 'What does POST /pets answer to a body that is not declared as `application/json`?',
      default: `415`,
      variants: { 400: `Refused with 400 and an Error body.`, 415: `Refused with 415 and an Error body.` },
    },
    {
      id: `method-not-allowed`,
      section: `Other endpoints`,
      remark: `Update or delete of animals, category endpoints, and a store orders listing that is referred to as existing: not shown (paths, payloads and behaviour).`,
      question: `What does a documented path answer to a method that the document does not name?`,
      default: `405`,
      variants: { 404: `Not found.`, 405: `Refused with 405 and an Allow header.` },
    },
    {
      id: `www-authenticate`,
      section: `Authentication`,
      question: `Does a 401 carry a WWW-Authenticate header?`,
      default: `yes`,
      variants: { yes: `It does, as RFC 9110 asks.`, no: `It does not.` },
    },
    {
      id: `scheme-case`,
      section: `Authentication`,
      question: 'May the scheme in the Authorization header be written in another case than `Bearer`?',
      default: `any-case`,
      variants: {
        'any-case': `It may, as RFC 9110 says of every scheme.`,
        exact: `It may not; anything else is 401.`,
      },
    },
    {
      id: `body-of-429`,
      section: `Errors`,
      remark: `Body shape of a 429 response: Error shape is not stated for it.`,
      question: `What is the body of a 429?`,
      default: `error`,
      variants: {
        error: `The Error shape.`,
        'other-object': `A JSON object of another shape.`,
        empty: `No body at all.`,
      },
    },
    {
      id: `retry-after-form`,
      section: `When exceeded`,
      remark:
        'Unit and format of the `Retry-After` value: not shown. Length of the temporary ban: not shown.',
      question: `In which form does Retry-After give the wait?`,
      default: `seconds`,
      variants: {
        seconds: `A whole number of seconds.`,
        'http-date': `The date and time at which the wait ends.`,
      },
    },
    {
      id: `ban`,
      section: `When exceeded`,
      remark:
        'Unit and format of the `Retry-After` value: not shown. Length of the temporary ban: not shown.',
      question: `When does a key that keeps asking after a 429 get banned, and for how long?`,
      default: `after-10-strikes-for-120-seconds`,
      variants: {
        none: `Never.`,
        'after-N-strikes-for-S-seconds': `The Nth refused request before the window resets earns a ban of S seconds, and never one that ends before the window does.`,
      },
      examples: [
        `after-3-strikes-for-90-seconds`,
        `after-10-strikes-for-120-seconds`,
        `after-5-strikes-for-600-seconds`,
      ],
    },
    {
      id: `status-while-banned`,
      section: `When exceeded`,
      question: `Which status does a banned key receive?`,
      default: `429`,
      variants: {
        401: `As though the key were invalid.`,
        403: `Forbidden.`,
        429: `The same as over the limit.`,
      },
    },
    {
      id: `window-alignment`,
      section: `Rate limits by plan`,
      question: `When does a minute or a day of the limits begin?`,
      default: `calendar`,
      variants: {
        calendar: `With the minute and the day of the clock, in UTC.`,
        'first-request': `With the first request that counts in it.`,
      },
    },
    {
      id: `reported-window`,
      section: `Rate limit headers (present on every response)`,
      question: `Which of the two windows do the rate-limit headers speak of?`,
      default: `fewest-left`,
      variants: {
        'fewest-left': `The one with the fewest requests left.`,
        minute: `The minute, except in a refusal, which speaks of the window that refuses.`,
        day: `The day, with the same exception.`,
      },
    },
    {
      id: `unauthenticated-meter`,
      section: `Rate limit headers (present on every response)`,
      question: `Which limit do the headers of a request without a valid key speak of?`,
      default: `by-address`,
      variants: {
        'by-address': `The Free plan's, counted for each client address.`,
        uncounted: `The Free plan's numbers, without counting.`,
      },
    },
    {
      id: `do-errors-count`,
      section: `Rate limits by plan`,
      question: `Does a request that is answered with an error count against the limit?`,
      default: `yes`,
      variants: { yes: `Every admitted request counts.`, no: `Only those that succeed count.` },
    },
    {
      id: `deprecation-headers`,
      section: `Versioning`,
      question: `Do the answers of a deprecated operation announce it in their headers?`,
      default: `standard`,
      variants: {
        standard: `With Deprecation (RFC 9745), Sunset (RFC 8594) and Link.`,
        none: `They do not.`,
      },
    },
    {
      id: `after-sunset`,
      section: `Versioning`,
      question: `What does GET /pets/{petId} answer from the day of its removal on?`,
      default: `410`,
      variants: {
        404: `Not found.`,
        410: `Gone.`,
        'still-served': `What it answered before, the removal being late.`,
      },
    },
    {
      id: `status-transitions`,
      section: `States and transitions`,
      remark: `Transitions: not shown.`,
      question: `What moves an animal from one status to another?`,
      variants: {},
    },
    {
      id: `key-issuing`,
      section: `Authentication`,
      remark: `How a key is issued, rotated or scoped: not shown.`,
      question: `How does a client come by a key?`,
      variants: {},
    },
    {
      id: `events`,
      section: `Events`,
      remark: `Events, webhooks or notifications: not shown.`,
      question: `Does the service call its clients back?`,
      variants: {},
    },
    {
      id: `version-rules`,
      section: `Versioning`,
      remark: `Rules for compatible and breaking changes, and for how long older versions are kept: not shown.`,
      question: `Which changes may come within version 1?`,
      variants: {},
    },
  ],
  $ = [],
  $t = []
function en(e, t, n) {
  if (e === t) return 0
  let r = n?.maxDistance,
    i = e
  e.length > t.length && ((e = t), (t = i))
  let a = e.length,
    o = t.length
  for (; a > 0 && e.charCodeAt(~-a) === t.charCodeAt(~-o);) (a--, o--)
  let s = 0
  for (; s < a && e.charCodeAt(s) === t.charCodeAt(s);) s++
  if (((a -= s), (o -= s), r !== void 0 && o - a > r)) return r
  if (a === 0) return r !== void 0 && o > r ? r : o
  let c,
    l,
    u,
    d,
    f = 0,
    p = 0
  for (; f < a;) (($t[f] = e.charCodeAt(s + f)), ($[f] = ++f))
  for (; p < o;) {
    for (c = t.charCodeAt(s + p), u = p++, l = p, f = 0; f < a; f++)
      ((d = c === $t[f] ? u : u + 1),
        (u = $[f]),
        (l = $[f] = u > l ? (d > l ? l + 1 : d) : d > u ? u + 1 : d))
    if (r !== void 0) {
      let e = l
      for (f = 0; f < a; f++) $[f] < e && (e = $[f])
      if (e > r) return r
    }
  }
  return (($.length = a), ($t.length = a), r !== void 0 && l > r ? r : l)
}
function tn(e, t, n) {
  if (!Array.isArray(t) || t.length === 0) return
  let r = n?.maxDistance,
    i = e.length
  for (let n of t) if (n === e) return n
  if (r === 0) return
  let a,
    o = 1 / 0,
    s = new Set()
  for (let n of t) {
    if (s.has(n)) continue
    s.add(n)
    let t = Math.abs(n.length - i)
    if (t >= o || (r !== void 0 && t > r)) continue
    let c = Number.isFinite(o) ? (r === void 0 ? o : Math.min(o, r)) : r,
      l = c === void 0 ? en(e, n) : en(e, n, { maxDistance: c })
    if (r !== void 0 && l > r) continue
    let u = l
    if ((c !== void 0 && l === c && c === r && (u = en(e, n)), u < o && ((o = u), (a = n), o === 0))) break
  }
  if (!(r !== void 0 && o > r)) return a
}
function nn(e, t) {
  let n = tn(e, [...t], { maxDistance: Math.max(2, Math.floor(e.length / 2)) })
  return n === void 0 ? `` : ` Did you mean ${n}?`
}
var rn = Qt.filter((e) => `default` in e),
  an = /(?<=^|-)[A-Z](?=-|$)/,
  on = new Map(rn.map((e) => [e.id, e]))
pn(Object.fromEntries(rn.map((e) => [e.id, e.default])))
var sn = class extends Error {
  name = `ChoiceError`
}
function cn(e) {
  for (let [t, n] of Object.entries(e)) {
    let e = on.get(t)
    if (!e) throw new sn(`There is no open point "${t}".${nn(t, [...on.keys()])}`)
    if (!dn(e, un(n))) throw new sn(fn(e, un(n)))
  }
  return Object.fromEntries(Object.entries(e).map(([e, t]) => [e, un(t)]))
}
function ln(e) {
  return [...Object.keys(e.variants).filter((e) => !an.test(e)), ...(e.examples ?? [])]
}
function un(e) {
  return typeof e == `boolean`
    ? e
      ? `yes`
      : `no`
    : typeof e == `number`
      ? String(e)
      : typeof e == `string`
        ? e
        : JSON.stringify(e)
}
function dn(e, t) {
  return Object.keys(e.variants).some((e) =>
    RegExp(`^${e.replaceAll(new RegExp(an, `g`), `[1-9]\\d{0,8}`)}$`).test(t),
  )
}
function fn(e, t) {
  let n = Object.keys(e.variants),
    r = nn(t, [...ln(e)])
  return `"${t}" is no lawful variant of ${e.id}.${r} Lawful: ${n.join(`, `)}`
}
function pn(e) {
  return cn(e)
}
var mn = Date.UTC(2030, 11, 5),
  hn = [1, 10, 60, 600, 3600]
function gn() {
  let e = X(),
    t = e.time.value,
    n = e.clock.value,
    r = (t) => () => void e.actHere(`POST`, `clock/advance`, t),
    i = (t) => void e.actHere(`PUT`, `clock`, t),
    a = _n(e.keys.value, t ?? 0)
  return Z(`section`, {
    class: `time-strip`,
    'aria-labelledby': `time-title`,
    children: [
      Z(`h2`, { id: `time-title`, children: `Clock` }),
      Z(`p`, {
        class: `now`,
        children: [
          Z(`span`, { class: `time`, children: t === void 0 ? `––:––:––` : zt(t) }),
          Z(`span`, {
            class: `day`,
            children: [
              t === void 0 ? `` : Rt(t),
              ` UTC`,
              n?.frozen && Z(`em`, { class: `tag`, children: ` frozen` }),
            ],
          }),
        ],
      }),
      Z(`div`, {
        class: `buttons`,
        children: [
          Z(`button`, {
            type: `button`,
            'aria-pressed': n?.frozen ?? !1,
            onClick: () => {
              i({ frozen: !n?.frozen })
            },
            children: n?.frozen ? `Let it run` : `Freeze`,
          }),
          Z(`button`, { type: `button`, onClick: r({ minutes: 1 }), children: `+1 min` }),
          Z(`button`, { type: `button`, onClick: r({ days: 1 }), children: `+1 day` }),
          Z(`button`, {
            type: `button`,
            disabled: a === void 0,
            title: a === void 0 ? `No key has an open window` : `To when the first full window is renewed`,
            onClick: () => {
              a !== void 0 && i({ now: new Date(a).toISOString() })
            },
            children: `To next reset`,
          }),
          Z(`button`, {
            type: `button`,
            title: `5 December 2030: from then on getPet is removed`,
            onClick: () => {
              i({ now: new Date(mn).toISOString() })
            },
            children: `To removal of getPet`,
          }),
          Z(`label`, {
            children: [
              `Speed`,
              Z(`select`, {
                value: n?.speed ?? 1,
                onChange: ({ currentTarget: e }) => {
                  i({ speed: Number(e.value) })
                },
                children: [...new Set([...hn, n?.speed ?? 1])].map((e) =>
                  Z(`option`, { value: e, children: [`×`, e] }, e),
                ),
              }),
            ],
          }),
        ],
      }),
    ],
  })
}
function _n(e, t) {
  let n = e
    .flatMap(({ windows: e, bannedUntil: t }) => [e.minute.resetsAt, t])
    .filter((e) => e !== null)
    .map((e) => Date.parse(e))
    .filter((e) => e > t)
  return n.length === 0 ? void 0 : Math.min(...n)
}
function vn() {
  let e = X()
  return e.connection.value === `token-wanted`
    ? Z(`form`, {
        class: `token`,
        onSubmit: (t) => {
          t.preventDefault()
          let n = new FormData(t.currentTarget).get(`token`)
          typeof n == `string` && e.present(n.trim())
        },
        children: [
          Z(`label`, {
            children: [
              `You come from another machine. The mock has printed a token when it started:`,
              Z(`input`, { name: `token`, type: `password`, autocomplete: `off`, required: !0 }),
            ],
          }),
          Z(`button`, { type: `submit`, children: `Enter` }),
        ],
      })
    : null
}
var yn = { key: ``, status: ``, operation: `` }
function bn(e, { key: t, status: n, operation: r }) {
  if (e.kind === `change`) return t === `` && n === `` && r === ``
  let { exchange: i } = e
  return (
    (t === `` || (i.key ?? `no key`) === t) &&
    (n === `` || xn(i.status, n)) &&
    (r === `` || i.operation === r)
  )
}
function xn(e, t) {
  return t.endsWith(`xx`) ? String(e).startsWith(t.slice(0, 1)) : String(e) === t
}
function Sn({ change: e }) {
  return Z(`li`, {
    class: `line change ${e.what}`,
    children: [
      Z(`time`, { dateTime: e.time, children: e.time.slice(11, 19) }),
      Z(`span`, { class: `sentence`, children: e.sentence }),
    ],
  })
}
var Cn =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|user-agent|accept|sec-.*|origin|referer|accept-language|cache-control|pragma|priority|cookie)$/i
function wn({ method: e, target: t, request: n }, r) {
  let i = e === `GET` && n.body === null,
    a = Object.entries(n.headers)
      .filter(([e]) => !Cn.test(e))
      .map(([e, t]) =>
        e.toLowerCase() === `authorization`
          ? `-H "Authorization: Bearer $API_KEY"`
          : `-H ${Tn(`${e}: ${t}`)}`,
      ),
    o = n.body === null ? [] : [`--data-raw ${Tn(n.body)}`],
    s = e === `HEAD` ? `--head` : `-X ${Tn(e)}`
  return [`curl -ig`, ...(i ? [] : [s]), ...a, ...o, Tn(r + t)].join(` `)
}
function Tn(e) {
  return `'${e.replaceAll(`'`, String.raw`'\''`)}'`
}
function En({ text: e }) {
  let [t, n] = z(`Copy`)
  return Z(`button`, {
    type: `button`,
    onClick: () => {
      navigator.clipboard.writeText(e).then(
        () => {
          n(`Copied`)
        },
        () => {
          n(`Select and copy it by hand`)
        },
      )
    },
    children: t,
  })
}
function Dn({ exchange: e }) {
  let { id: t, reason: n, request: r, reply: i, method: a, target: o, status: s } = e,
    c = wn(e, location.origin)
  return Z(`div`, {
    class: `detail`,
    id: `exchange-${t}`,
    children: [
      Z(`p`, {
        class: `why`,
        children: [
          Z(`b`, { children: n.sentence }),
          Z(`span`, { children: [` Decided at: `, n.step, `.`] }),
          n.rule !== null && Z(On, { id: n.rule }),
        ],
      }),
      Z(`div`, {
        class: `both`,
        children: [
          Z(kn, { title: `Request`, first: `${a} ${o}`, headers: r.headers, body: r.body }),
          Z(kn, { title: `Reply`, first: String(s), headers: i.headers, body: i.body }),
        ],
      }),
      Z(`div`, {
        class: `curl`,
        children: [Z(`pre`, { children: Z(`code`, { children: c }) }), Z(En, { text: c })],
      }),
    ],
  })
}
function On({ id: e }) {
  let { choices: t } = X(),
    n = Zt.find((t) => t.id === e),
    r = t.value.find((t) => t.id === e)
  return Z(`span`, {
    class: `rule`,
    children: [Z(`code`, { children: e }), ` `, n?.text ?? (r && `${r.question} Chosen: ${r.chosen}.`)],
  })
}
function kn({ title: e, first: t, headers: n, body: r }) {
  let i = Object.entries(n).map(([e, t]) => `${e}: ${t}`)
  return Z(`div`, {
    class: `half`,
    children: [
      Z(`h3`, { children: e }),
      Z(`pre`, {
        tabIndex: 0,
        children: Z(`code`, {
          children: [t, ...i, ``, r === null ? `` : An(r)]
            .join(
              `
`,
            )
            .trimEnd(),
        }),
      }),
    ],
  })
}
function An(e) {
  try {
    let t = JSON.parse(e)
    return JSON.stringify(t) === e ? JSON.stringify(t, null, 2) : e
  } catch {
    return e
  }
}
function jn({ exchange: e }) {
  let [t, n] = z(!1),
    { id: r, time: i, method: a, target: o, status: s, key: c, reason: l } = e
  return Z(`li`, {
    class: `line exchange s${Math.floor(s / 100)} ${s === 429 ? `s429` : ``}`,
    children: [
      Z(`button`, {
        type: `button`,
        class: `line-head`,
        'aria-expanded': t,
        'aria-controls': `exchange-${r}`,
        onClick: () => {
          n(!t)
        },
        children: [
          Z(`time`, { dateTime: i, children: i.slice(11, 19) }),
          Z(`span`, { class: `status`, children: s }),
          Z(`span`, { class: `target`, children: [Z(`b`, { children: a }), ` `, o] }),
          Z(`span`, { class: `line-key`, children: c ?? `no key` }),
          Z(`span`, { class: `sentence`, children: l.sentence }),
        ],
      }),
      t && Z(Dn, { exchange: e }),
    ],
  })
}
var Mn = [`2xx`, `4xx`, `5xx`, `200`, `201`, `400`, `401`, `403`, `404`, `410`, `429`, `500`, `503`],
  Nn = [`listPets`, `createPet`, `getPet`]
function Pn({ filter: e, keys: t, onChange: n }) {
  let r = (t, r, i) =>
    Z(`select`, {
      'aria-label': `Filter by ${t}`,
      value: e[t],
      onChange: ({ currentTarget: r }) => {
        n({ ...e, [t]: r.value })
      },
      children: [
        Z(`option`, { value: ``, children: r }),
        i.map((e) => Z(`option`, { value: e, children: e }, e)),
      ],
    })
  return Z(`div`, {
    class: `filters`,
    children: [
      r(`key`, `every key`, [...t, `no key`]),
      r(`status`, `every status`, Mn),
      r(`operation`, `every operation`, Nn),
    ],
  })
}
var Fn = 60
function In() {
  let e = X(),
    [t, n] = z(yn),
    [r, i] = z(void 0),
    [a, o] = z(Fn),
    s = e.lines.value,
    c = (r ?? s).filter((e) => bn(e, t)),
    l = r ? Ln(s, r[0]) : 0,
    u = e.keys.value.map(({ key: e }) => dt(e))
  return Z(`section`, {
    class: `panel traffic`,
    'aria-labelledby': `traffic-title`,
    children: [
      Z(`div`, {
        class: `panel-head`,
        children: [
          Z(`h2`, { id: `traffic-title`, children: `Traffic` }),
          Z(Pn, { filter: t, keys: [...new Set(u)], onChange: n }),
          Z(`button`, {
            type: `button`,
            'aria-pressed': r !== void 0,
            onClick: () => {
              i(r ? void 0 : s)
            },
            children: r ? `Go on (${Q(l)} new)` : `Pause`,
          }),
        ],
      }),
      c.length === 0
        ? Z(Rn, { isFiltered: s.length > 0 })
        : Z(`ol`, {
            class: `lines`,
            children: c
              .slice(0, a)
              .map((e) =>
                e.kind === `exchange`
                  ? Z(jn, { exchange: e.exchange }, e.id)
                  : Z(Sn, { change: e.change }, e.id),
              ),
          }),
      c.length > a &&
        Z(`button`, {
          type: `button`,
          class: `more`,
          onClick: () => {
            o(a + 200)
          },
          children: [`Show more of `, Q(c.length - a), ` older`],
        }),
    ],
  })
}
function Ln(e, t) {
  let n = e.findIndex(({ id: e }) => e === t?.id)
  return n < 0 ? e.length : n
}
function Rn({ isFiltered: e }) {
  let t = X()
  if (e) return Z(`p`, { class: `hint`, children: `Nothing passes the filter.` })
  let n = t.keys.value[0]?.key ?? `free-demo-key`
  return Z(`div`, {
    class: `hint`,
    children: [
      Z(`p`, { children: `Nothing has been asked yet. Try this in a terminal:` }),
      Z(`pre`, {
        children: Z(`code`, {
          children: [
            `curl -H 'Authorization: Bearer `,
            n,
            `' '`,
            location.origin + t.basePath.value,
            `/pets?limit=5'`,
          ],
        }),
      }),
    ],
  })
}
function zn() {
  return Z(S, {
    children: [
      Z(Ft, {}),
      Z(vn, {}),
      Z(`main`, {
        children: [
          Z(gn, {}),
          Z(`div`, {
            class: `columns`,
            children: [
              Z(`div`, { class: `column`, children: Z(In, {}) }),
              Z(`div`, { class: `column`, children: Z(qt, {}) }),
            ],
          }),
        ],
      }),
      Z(Xt, {}),
    ],
  })
}
var Bn = 200,
  Vn = 3e3,
  Hn = new kt(new de(new URL(`./`, location.href).pathname))
;(ce(Z(jt.Provider, { value: Hn, children: Z(zn, {}) }), document.body),
  Hn.enter(new URLSearchParams(location.search).get(`world`) ?? `default`),
  setInterval(() => {
    Hn.tick(Date.now())
  }, Bn),
  setInterval(() => {
    document.hidden || Hn.lookAround()
  }, Vn))

#!/usr/bin/perl
# A pet store over HTTP: list, add and fetch animals. One process, one event
# loop, nothing on disk. Perl 5.36, core modules only.
#
#   PORT=8080 KEYS=free-key:free,big-key:enterprise perl petstore.pl
#
#   PORT     port on 127.0.0.1 (default 8080; 0 = any free one)
#   KEYS     key:plan,...  plan is free, pro, business, enterprise, or
#            enterprise:<per minute>:<per day>. Without KEYS every call is a 401.
#   PETS     how many animals there are at the start (default 40)
#   CONTROL  1 opens /control (see package Control)
#
# How the silences of the interface document are settled
#
#   Fields
#   - status omitted on creation: stays absent; such an animal is in no filtered list.
#   - name: any JSON string, also the empty one, up to 1,000 characters, never
#     trimmed or normalised. null for any field is an invalid value.
#   - int64: 7, 7.0 and 7e0 are the same integer, kept exactly. "7" is a string: 400.
#   - Categories are not checked for existence; zero and negative ones pass.
#   - Unknown fields of a body, "id" among them, are ignored. The last of
#     several fields of the same name counts.
#   - A body that is missing, no JSON, no UTF-8 (lone surrogates too) or no object: 400.
#     Another media type than application/json: 415; no Content-Type at all: taken as JSON.
#     More than 64 KiB: 413. A full store (50,000 added, or 64 MiB of text): 507.
#   - id: from the clock in its high bits, random in the low ones; positive, rising, never reused.
#   Listing
#   - Order: newest first. Further pages: Link: <...>; rel="next" with an opaque
#     cursor, absent on the last page. A cursor we did not hand out: 400.
#   - The document lists no 400 for this operation: a limit out of bounds is brought to the
#     nearest bound, one that is no integer counts as not sent; X-Page-Limit says what was
#     used. A status outside of the enumeration (letter case matters) is the status of no
#     animal: an empty list. An empty value counts as not sent; of repeated ones the last counts.
#   Fetching
#   - A petId that is not the plain decimal of an id: 404.
#   - Deprecated since 1 January 2026; gone (410) from 5 December 2030, 00:00 UTC.
#   Keys
#   - The scheme's letter case does not matter; two Authorization headers are no key.
#   - The key is looked at before anything else below /v1, unknown paths and methods included.
#   Limits
#   - Enterprise: 5,000 a minute and 1,000,000 a day unless KEYS says otherwise.
#   - A window opens with the first request after the last one closed, for 60 seconds and
#     for 24 hours. Every request below /v1 with a valid key counts, whatever comes of it;
#     refused ones (429) do not.
#   - The headers tell of the window with fewer requests left (the one closing later, if equal).
#   - Without a valid key: limit 0, remaining 0, reset at the next full minute; never a 429.
#   - Retry-After: seconds for waits up to five minutes, an HTTP date for longer ones.
#   - Ban: the 15th refusal in a row suspends the key for 90 seconds, twice as long every
#     further time, 30 minutes at most; a day without a ban starts over. During a ban all is 429
#     with remaining 0 and the ban's end as reset; requests meanwhile do not prolong it.
#   - A 429 has an Error body.
#   Other
#   - Staging is another process of the same program.
#   - HEAD goes with GET; other methods: 405 with Allow. Unknown paths below /v1: 404 with an
#     Error body. "100 Continue" is no response of its own and carries no headers.
#   - What is not HTTP at all is a 400 (431: head over 16 KiB) before any key is looked at.
#   - 256 connections at most; the one idle for longest makes room for a new one.
#
# Peculiarities
#   - Header names in lower case, except Link, Date and Allow; x-request-id, cache-control,
#     ratelimit-policy, deprecation and sunset besides the required ones.
#   - Connection: close on every response; no reason phrase in the status line. Lists go out
#     in chunks (HTTP/1.1).
#   - gzip when asked for, from 512 bytes up.
#   - JSON bodies are pure ASCII: everything else is escaped.
#   - Pet has a further field listedAt; Error may have details, or retryAt on a 429.
#   - Plain text outside of /v1.
use v5.36;

package Clock {
    use POSIX qw(strftime);
    use Time::HiRes ();

    my ($frozen, $shift) = (undef, 0);

    # Unix milliseconds. The only place that knows what time it is.
    sub now { $frozen // int(Time::HiRes::time() * 1000) + $shift }

    sub freeze { $frozen = now() }

    sub advance ($ms) { defined $frozen ? ($frozen += $ms) : ($shift += $ms); now() }

    sub http_date ($secs) {
        my @t = gmtime $secs;
        my $day   = (qw(Sun Mon Tue Wed Thu Fri Sat))[ $t[6] ];
        my $month = (qw(Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec))[ $t[4] ];
        return strftime("$day, %d $month %Y %T GMT", @t);
    }

    sub rfc3339 ($ms) { strftime('%FT%T', gmtime $ms / 1000) . sprintf '.%03dZ', $ms % 1000 }
}

package Json {
    use JSON::PP ();
    no warnings 'experimental::builtin';

    my $encoder = JSON::PP->new->ascii->canonical;
    my $decoder = JSON::PP->new->allow_bignum;

    sub encode ($data) { $encoder->encode($data) }

    # A reference to the decoded value, so that null differs from "no JSON".
    sub decode ($bytes) {
        # Encode's UTF-8 would also refuse noncharacters, which JSON text may contain.
        return if !utf8::decode($bytes) || $bytes =~ /[^\0-\x{D7FF}\x{E000}-\x{10FFFF}]/;
        return scalar eval { \$decoder->decode($bytes) };
    }

    sub is_number ($v) { ref $v ? ref($v) =~ /^Math::Big/ : builtin::created_as_number($v // '') }

    sub is_string ($v) { defined $v && !ref $v && !builtin::created_as_number($v) }

    # The value as a native integer, or undef if it is no int64.
    sub int64 ($v) {
        return undef unless is_number($v);
        if (ref $v) {    # too long for a native number, or with a fraction or exponent
            return undef unless $v->is_int
                && $v->bcmp('9223372036854775807') <= 0
                && $v->bcmp('-9223372036854775808') >= 0;
            $v = $v->bstr;
        }
        # Integers that did not fit have turned into 1.8e+19 by now.
        return undef unless $v =~ /\A-?[0-9]+\z/ && $v <= 9_223_372_036_854_775_807;
        return 0 + $v;
    }
}

package Store {
    use constant {
        MAX_ADDED => 50_000,
        MAX_BYTES => 64 * 1024 * 1024,
        ID_EPOCH  => 1_420_070_400_000,    # 2015-01-01, in milliseconds
        ID_BITS   => 22,
    };

    my @NAMES = (
        'Biscuit', 'Marlowe', "Zo\x{eb}", 'Pip', 'Thistle', 'Old Tom', 'Socks & Shoes', "\x{685c}",
        "\x{41c}\x{443}\x{440}\x{43a}\x{430}", 'Gus "The Nose"', "Pearl \x{1f43e}",
    );
    my @CATEGORIES = (1, 2, 3, 7, 12, 9_007_199_254_740_993, 4_611_686_018_427_387_905);
    my @STATUSES   = ('available', 'available', 'pending', 'sold', 'available', undef);

    sub new ($class, $count) {
        my $self = bless { last_id => 0, seeds => [] }, $class;
        my $step = int(300_000_000_000 / ($count || 1));    # spread over less than ten years
        $step = 2_820_000 if $step > 2_820_000;
        my $ms = Clock::now() - $count * $step;
        for my $i (0 .. $count - 1) {
            my @fields = ($NAMES[ $i % @NAMES ], $CATEGORIES[ $i % @CATEGORIES ], $STATUSES[ $i % @STATUSES ]);
            push $self->{seeds}->@*, $self->_make($ms + $i * $step, @fields);
        }
        return $self->reset;
    }

    sub reset ($self) {
        $self->{pets}  = [ $self->{seeds}->@* ];                        # by rising id
        $self->{by_id} = { map { $_->{id} => $_ } $self->{seeds}->@* };
        $self->{bytes} = 0;
        return $self;
    }

    sub is_full ($self) {
        return $self->{pets}->@* - $self->{seeds}->@* >= MAX_ADDED || $self->{bytes} >= MAX_BYTES;
    }

    sub add ($self, $name, $category, $status) {
        my $pet = $self->_make(Clock::now(), $name, $category, $status);
        push $self->{pets}->@*, $pet;
        $self->{by_id}{ $pet->{id} } = $pet;
        $self->{bytes} += length $pet->{json};
        return $pet;
    }

    sub find ($self, $id) { $self->{by_id}{$id} }

    # Up to $limit animals, newest first, older than $before; and whether there are more.
    sub page ($self, $limit, $status, $before) {
        my @page;
        for my $pet (reverse $self->{pets}->@*) {
            next if defined $before && $pet->{id} >= $before;
            next if defined $status && ($pet->{status} // '') ne $status;
            return (\@page, 1) if @page == $limit;
            push @page, $pet;
        }
        return (\@page, 0);
    }

    # Animals never change: each is kept together with its finished JSON.
    sub _make ($self, $ms, $name, $category, $status) {
        my $id  = $self->_next_id($ms);
        my %pet = (id => $id, name => $name, categoryId => $category, listedAt => Clock::rfc3339($ms));
        $pet{status} = $status if defined $status;
        return { id => $id, status => $status, json => Json::encode(\%pet) };
    }

    sub _next_id ($self, $ms) {
        my $tick = $ms - ID_EPOCH;
        my $id   = $tick >= 0 && $tick < 1 << 41 ? $tick << ID_BITS | int rand 1 << ID_BITS : 0;
        $id = $self->{last_id} + 1 + int rand 1000 if $id <= $self->{last_id};
        return $self->{last_id} = $id;
    }
}

package Account {
    use List::Util qw(max min);
    use constant { MINUTE => 60_000, DAY => 86_400_000, STRIKES => 15, BAN => 90_000, BAN_MAX => 1_800_000 };

    my %PLANS = (
        free     => [ 60,    1_000 ],   pro        => [ 300,   10_000 ],
        business => [ 1_000, 100_000 ], enterprise => [ 5_000, 1_000_000 ],
    );

    # All accounts by key, from "key:plan,key:plan".
    sub parse_all ($class, $text) {
        my %accounts;
        for my $entry (grep { length } split /\s*,\s*/, $text =~ s/\A\s+|\s+\z//gr) {
            $entry =~ m{\A ([A-Za-z0-9._~+/-]+=*) : (free|pro|business|enterprise)
                        (?: (?<=:enterprise) : ([1-9][0-9]{0,14}) : ([1-9][0-9]{0,14}) )? \z}x
                or die "KEYS: cannot read '$entry'\n";
            my ($key, @limits) = ($1, defined $3 ? ($3, $4) : $PLANS{$2}->@*);
            $accounts{$key} = bless({ limits => \@limits }, $class)->reset;
        }
        return \%accounts;
    }

    sub reset ($self) {
        my ($minute, $day) = $self->{limits}->@*;
        $self->{windows} = [
            { name => 'minute', span => MINUTE, limit => $minute, used => 0, ends => 0 },
            { name => 'day',    span => DAY,    limit => $day,    used => 0, ends => 0 },
        ];
        @$self{qw(strikes bans banned_until)} = (0, 0, 0);
        return $self;
    }

    sub _left ($w, $now) { $now < $w->{ends} ? $w->{limit} - $w->{used} : $w->{limit} }
    sub _ends ($w, $now) { $now < $w->{ends} ? $w->{ends} : $now + $w->{span} }

    sub _open ($w, $now) {
        @$w{qw(used ends)} = (0, $now + $w->{span}) if $now >= $w->{ends};
        return $w;
    }

    # Takes one request from both windows; false if it has to be refused.
    sub admit ($self, $now) {
        return 0 if $now < $self->{banned_until};
        my @windows = $self->{windows}->@*;
        if (grep { !_left($_, $now) } @windows) {
            $self->_ban($now) if ++$self->{strikes} >= STRIKES;
            return 0;
        }
        _open($_, $now)->{used}++ for @windows;
        $self->{strikes} = 0;
        return 1;
    }

    sub _ban ($self, $now) {
        $self->{bans} = 0 if $now - $self->{banned_until} > DAY;
        $self->{banned_until} = $now + min(BAN_MAX, BAN * 2**$self->{bans}++);
        $self->{strikes} = 0;
    }

    # What the headers tell: the window that runs out first, or the ban.
    sub standing ($self, $now) {
        my @windows = $self->{windows}->@*;
        my ($w) = sort { _left($a, $now) <=> _left($b, $now) || _ends($b, $now) <=> _ends($a, $now) }
            @windows;
        my %standing = (
            by        => $w->{name},
            limit     => $w->{limit},
            remaining => _left($w, $now),
            reset     => _ends($w, $now),
            policy    => join(', ', map { "$_->{limit};w=" . $_->{span} / 1000 } @windows),
        );
        if ($now < $self->{banned_until}) {
            $standing{reset} = max($self->{banned_until}, $standing{remaining} ? 0 : $standing{reset});
            @standing{qw(by remaining)} = ('suspended', 0);
        }
        return \%standing;
    }

    sub set_remaining ($self, $now, %left) {
        for my $w (grep { defined $left{ $_->{name} } } $self->{windows}->@*) {
            _open($w, $now)->{used} = $w->{limit} - min($w->{limit}, $left{ $w->{name} });
        }
    }
}

package Request {
    use constant { MAX_HEAD => 16 * 1024, MAX_BODY => 64 * 1024, MAX_RAW => 256 * 1024 };

    # A request from the start of $buffer; undef while there is not enough of it yet.
    # What cannot be understood comes back with a {fault}.
    sub parse ($class, $buffer) {
        $buffer =~ s/\A(?:\r?\n)+//;
        my ($head, $rest) = split /\r?\n\r?\n/, $buffer, 2;
        if (!defined $rest || length $head > MAX_HEAD) {
            return if length $buffer <= MAX_HEAD;
            return $class->_fault(431, 'http.head_too_large', 'The head of the request is too large.');
        }
        my ($line, @fields) = split /\r?\n/, $head;
        my ($method, $target, $minor) = $line =~ m{\A([!#\$%&'*+.^_`|~0-9A-Za-z-]+) ([!-~]+) HTTP/1\.([01])\z}
            or return $class->_malformed;
        my %header;
        for (@fields) {
            my ($name, $value) = /\A([!#\$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*\z/
                or return $class->_malformed;
            push $header{ lc $name }->@*, $value;
        }
        my $self = bless { method => $method, http11 => $minor, header => \%header, body => '' }, $class;
        my @hosts = ($header{host} // [])->@*;
        return $class->_malformed if @hosts > 1 || $minor && !@hosts;

        my ($path, $query) = split /\?/, $target =~ s{\Ahttps?://[^/?]*}{}ir =~ s/#.*//sr, 2;
        (undef, $self->{segments}->@*) = map { _unescape($_) } split m{/}, $path // '', -1;
        for (split /&/, $query // '') {
            my ($name, $value) = map { _unescape(tr/+/ /r) } split /=/, $_, 2;
            $self->{query}{$name} = $value // '' if defined $name;
        }

        $self->{expects} = $minor && lc($self->header('expect') // '') eq '100-continue';
        return $self->_take_body($rest);
    }

    sub _fault ($class, @fault) { bless { method => '', header => {}, fault => \@fault }, ref $class || $class }
    sub _malformed ($class) { $class->_fault(400, 'http.malformed', 'This is not a proper HTTP/1.1 request.') }
    sub _unescape ($s) { $s =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ger }

    # Completes the request, or marks it as incomplete or too_large.
    sub _take_body ($self, $rest) {
        my ($coding, $length) = map { $self->header($_) } qw(transfer-encoding content-length);
        return lc $coding eq 'chunked' && !defined $length ? $self->_take_chunks($rest) : $self->_malformed
            if defined $coding;
        $length //= 0;
        return $self->_malformed if $length !~ /\A[0-9]+\z/;
        return $self->_mark('too_large')  if $length > MAX_BODY;
        return $self->_mark('incomplete') if $length > length $rest;
        $self->{body} = substr $rest, 0, $length;
        return $self;
    }

    sub _take_chunks ($self, $rest) {
        my $raw = length $rest;
        while ($rest =~ /\A([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n/) {
            my ($size, $from) = (hex $1, $+[0]);
            return $self if !$size && substr($rest, $from) =~ /\A(?:[^\r\n]+\r?\n)*\r?\n/;    # trailers
            return $self->_mark('too_large') if $size + length $self->{body} > MAX_BODY || $raw > MAX_RAW;
            return $self->_mark('incomplete') if !$size || length $rest < $from + $size + 2;
            $self->{body} .= substr $rest, $from, $size;
            $rest = substr $rest, $from + $size;
            $rest =~ s/\A\r?\n// or return $self->_malformed;
        }
        return $rest =~ /\n/ || length $rest > MAX_HEAD ? $self->_malformed : $self->_mark('incomplete');
    }

    sub _mark ($self, $what) { $self->{$what} = 1; $self }

    # The value of a header; several different ones are joined.
    sub header ($self, $name) {
        my %values = map { $_ => 1 } ($self->{header}{$name} // [])->@*;
        return %values ? join ', ', sort keys %values : undef;
    }

    # A query parameter; an empty one counts as not sent.
    sub param ($self, $name) {
        my $value = $self->{query}{$name} // '';
        return length $value ? $value : undef;
    }

    sub bearer ($self) {
        my @values = ($self->{header}{authorization} // [])->@*;
        return @values == 1 && $values[0] =~ /\ABearer +(\S+)\z/i ? $1 : undef;
    }

    sub accepts_gzip ($self) {
        return grep { /\A(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*\z).*)?\z/i }
            split /\s*,\s*/, $self->header('accept-encoding') // '';
    }
}

package Api {
    use MIME::Base64 qw(encode_base64url decode_base64url);
    use POSIX        qw(ceil);
    use constant {
        DEPRECATED_SINCE => 1_767_225_600,    # 2026-01-01
        REMOVED_FROM     => 1_922_659_200,    # 2030-12-05
    };
    use constant { DATE_FROM => 300, MAX_NAME => 1_000 };

    my %IS_STATUS = map { $_ => 1 } qw(available pending sold);
    my %HANDLERS  = (
        pets => { GET => \&list_pets, HEAD => \&list_pets, POST => \&create_pet },
        pet  => { GET => \&get_pet,   HEAD => \&get_pet },
    );

    sub new ($class, %parts) { bless {%parts}, $class }

    sub error ($status, $code, $message, %more) {
        my $body = Json::encode({ code => $code, message => $message, status => $status, %more });
        return { status => $status, body => $body };
    }

    # The response to a request, complete but for what the connection adds.
    sub respond ($self, $request) {
        my $now     = Clock::now();
        my $key     = $request->bearer;
        my $account = defined $key ? $self->{accounts}{$key} : undef;
        my $response = eval { $self->_dispatch($request, $account, $now) } // do {
            warn "failed: $@";
            error(500, 'server.failure', 'Something went wrong on our side.');
        };
        push $response->{headers}->@*, _limit_headers($account, $now),
            'x-request-id', sprintf('%08x%08x', rand 2**32, rand 2**32);
        return $response;
    }

    sub _limit_headers ($account, $now) {
        my $standing = $account
            ? $account->standing($now)
            : { limit => 0, remaining => 0, reset => (int($now / 60_000) + 1) * 60_000 };
        return (
            'x-ratelimit-limit'     => $standing->{limit},
            'x-ratelimit-remaining' => $standing->{remaining},
            'x-ratelimit-reset'     => ceil($standing->{reset} / 1000),
            $account ? ('ratelimit-policy' => $standing->{policy}) : (),
        );
    }

    sub _dispatch ($self, $request, $account, $now) {
        return error($request->{fault}->@*) if $request->{fault};
        my ($area, @path) = $request->{segments}->@*;
        $area //= '';
        return $self->{control}->respond($request, @path) if $area eq 'control' && $self->{control};
        return { status => 404, type => 'text/plain; charset=utf-8', body => "Nothing lives here.\n" }
            if $area ne 'v1';

        my ($collection, $id, @rest) = @path;
        my $route = ($collection // '') ne 'pets' || @rest ? '' : !defined $id ? 'pets' : length $id ? 'pet' : '';
        my $response =
              !$account              ? _unauthorized($request)
            : !$account->admit($now) ? _refused($account, $now)
            :                          $self->_operate($request, $route, $id);
        push $response->{headers}->@*,
            'deprecation' => '@' . DEPRECATED_SINCE,
            'sunset'      => Clock::http_date(REMOVED_FROM),
            'Link'        => '</v1/pets?status=available>; rel="successor-version"'
            if $route eq 'pet';
        return $response;
    }

    sub _unauthorized ($request) {
        my $sent     = $request->{header}{authorization};
        my $response = $sent
            ? error(401, 'auth.key_invalid', 'The API key is not valid.')
            : error(401, 'auth.key_missing', 'Send an API key: Authorization: Bearer <API_KEY>.');
        my $challenge = 'Bearer realm="pets"' . ($sent ? ', error="invalid_token"' : '');
        $response->{headers} = [ 'www-authenticate' => $challenge ];
        return $response;
    }

    sub _refused ($account, $now) {
        my $standing = $account->standing($now);
        my $at       = ceil($standing->{reset} / 1000);
        my $wait     = ceil(($standing->{reset} - $now) / 1000);
        my $message  = $standing->{by} eq 'suspended'
            ? 'This API key went on asking after it was refused and is suspended for a while.'
            : "This API key has used up its $standing->{limit} requests per $standing->{by}.";
        my $response =
            error(429, "limit.$standing->{by}", $message, retryAt => Clock::rfc3339($at * 1000));
        $response->{headers} = [ 'retry-after' => $wait > DATE_FROM ? Clock::http_date($at) : $wait ];
        return $response;
    }

    sub _operate ($self, $request, $route, $id) {
        my $handlers = $HANDLERS{$route}
            or return error(404, 'route.unknown', 'There is no such path.');
        my $handler = $handlers->{ $request->{method} };
        return $self->$handler($request, $id) if $handler;
        my $response = error(405, 'route.method', 'This path does not know that method.');
        $response->{headers} = [ Allow => join ', ', sort keys %$handlers ];
        return $response;
    }

    sub list_pets ($self, $request, @) {
        my $limit = $request->param('limit') // '';
        $limit = 20 if $limit !~ /\A[+-]?[0-9]+\z/;
        $limit = $limit < 1 ? 1 : $limit > 100 ? 100 : 0 + $limit;
        my $status = $request->param('status');
        my $cursor = $request->param('cursor');
        my ($before) = decode_base64url($cursor // '') =~ /\Abefore:([1-9][0-9]{0,18})\z/;
        return error(400, 'cursor.invalid', 'This cursor is none of ours.')
            if defined $cursor && !defined $before;
        my ($pets, $more) = $self->{store}->page($limit, $status, $before);
        my @headers = ('x-page-limit' => $limit);
        if ($more) {
            my $next = encode_base64url("before:$pets->[-1]{id}");
            my $filter = defined $status ? "&status=$status" : '';
            push @headers, Link => qq(</v1/pets?limit=$limit$filter&cursor=$next>; rel="next");
        }
        my $body = '[' . join(',', map { $_->{json} } @$pets) . ']';
        return { status => 200, headers => \@headers, body => $body, chunked => 1 };
    }

    sub create_pet ($self, $request, @) {
        return error(413, 'body.too_large', 'The body is larger than 64 KiB.') if $request->{too_large};
        my $type = $request->header('content-type');
        return error(415, 'body.media_type', 'The body has to be application/json, in UTF-8.')
            if defined $type
            && $type !~ m{\A application/json \s* (?: ; \s* (?: charset="?utf-8"? \s* )? )* \z}xi;
        return error(400, 'body.missing', 'The request needs a body.') if !length $request->{body};
        my $body = Json::decode($request->{body})
            or return error(400, 'body.not_json', 'The body is not valid JSON.');
        return error(400, 'body.not_object', 'The body has to be a JSON object.') if ref $$body ne 'HASH';

        my %new = %$$body;
        my $category = Json::int64($new{categoryId});
        my %wrong;
        for (qw(name categoryId)) { $wrong{$_} = 'is required' if !exists $new{$_} }
        $wrong{name} //= "must be a string of at most ${\ MAX_NAME} characters"
            if !Json::is_string($new{name}) || length $new{name} > MAX_NAME;
        $wrong{categoryId} //= 'must be a 64-bit integer' if !defined $category;
        $wrong{status} = 'must be one of available, pending, sold'
            if exists $new{status} && !(Json::is_string($new{status}) && $IS_STATUS{ $new{status} });
        if (my @fields = sort keys %wrong) {
            my $message = join('; ', map { "$_ $wrong{$_}" } @fields) . '.';
            my @details = map { { field => $_, problem => $wrong{$_} } } @fields;
            return error(400, 'body.invalid', $message, details => \@details);
        }
        return error(507, 'store.full', 'The store has no room for another animal.')
            if $self->{store}->is_full;
        my $pet = $self->{store}->add($new{name}, $category, $new{status});
        return { status => 201, body => $pet->{json} };
    }

    sub get_pet ($self, $request, $id) {
        return error(410, 'operation.removed', 'This operation was removed; use GET /pets.')
            if Clock::now() >= REMOVED_FROM * 1000;
        my $pet = $self->{store}->find($id)
            or return error(404, 'pet.not_found', 'There is no animal with this id.');
        return { status => 200, body => $pet->{json} };
    }
}

# For tests: moves the clock and the counts. Without key, not counted.
package Control {
    my %ACTIONS = (
        freeze    => sub ($self, $) { { now => Clock::freeze() } },
        advance   => \&_advance,
        remaining => \&_remaining,
        reset     => \&_reset,
    );

    sub new ($class, %parts) { bless {%parts}, $class }

    sub respond ($self, $request, $action = '', @rest) {
        my $handler = @rest ? undef : $ACTIONS{$action};
        return Api::error(404, 'route.unknown', 'There is no such control.') if !$handler;
        return Api::error(405, 'route.method', 'Controls are POSTed.') if $request->{method} ne 'POST';
        my $body = Json::decode(length $request->{body} ? $request->{body} : '{}');
        my $result = $body && ref $$body eq 'HASH' ? $self->$handler($$body) : undef;
        return Api::error(400, 'body.invalid', 'The body of this control is not right.') if !$result;
        return { status => 200, body => Json::encode($result) };
    }

    sub _advance ($self, $body) {
        my $seconds = $body->{seconds};
        return if !Json::is_number($seconds) || $seconds < 0 || $seconds > 4_000_000_000;
        $seconds = $seconds->numify if ref $seconds;
        return { now => Clock::advance(int($seconds * 1000 + 0.5)) };
    }

    sub _remaining ($self, $body) {
        my $account = $self->{accounts}{ $body->{key} // '' } or return;
        my %left;
        for (grep { defined $body->{$_} } qw(minute day)) {
            $left{$_} = Json::int64($body->{$_}) // return;
            return if $left{$_} < 0;
        }
        $account->set_remaining(Clock::now(), %left);
        return {};
    }

    sub _reset ($self, $) {
        $self->{store}->reset;
        $_->reset for values $self->{accounts}->%*;
        return {};
    }
}

package Server {
    use Compress::Zlib ();
    use IO::Select;
    use IO::Socket::INET;
    use constant { MAX_CONNECTIONS => 256, MAX_DISCARD => 1 << 24, CHUNK_SIZE => 2048, GZIP_FROM => 512 };

    sub new ($class, $port, $api) {
        my $listener = IO::Socket::INET->new(
            LocalAddr => '127.0.0.1', LocalPort => $port, Proto => 'tcp',
            Listen => SOMAXCONN, ReuseAddr => 1, Blocking => 0,
        ) or die "cannot listen on port $port: $@\n";
        return bless {
            api => $api, listener => $listener, serial => 0, connections => {},
            readers => IO::Select->new($listener), writers => IO::Select->new,
        }, $class;
    }

    sub port ($self) { $self->{listener}->sockport }

    # A connection reads one request, writes one response, and then discards whatever still
    # arrives until the client closes, so that no reset overtakes the response.
    sub run ($self) {
        while (1) {
            my ($readable, $writable) = IO::Select->select($self->{readers}, $self->{writers});
            for my $socket (($readable // [])->@*) {
                if ($socket == $self->{listener}) { $self->_accept }
                elsif (my $c = $self->{connections}{$socket}) {
                    eval { $self->_read($c); 1 } or warn($@), $self->_close($c);
                }
            }
            for my $socket (($writable // [])->@*) {
                if (my $c = $self->{connections}{$socket}) { $self->_write($c) }
            }
        }
    }

    sub _accept ($self) {
        while (my $socket = $self->{listener}->accept) {
            $socket->blocking(0);
            my $connections = $self->{connections};
            $self->_close((sort { $a->{seen} <=> $b->{seen} } values %$connections)[0])
                if keys %$connections >= MAX_CONNECTIONS;    # the one idle for longest makes room
            $connections->{$socket} = { socket => $socket, in => '', out => '', seen => ++$self->{serial} };
            $self->{readers}->add($socket);
        }
    }

    sub _close ($self, $c) {
        $self->{$_}->remove($c->{socket}) for qw(readers writers);
        delete $self->{connections}{ $c->{socket} };
        close $c->{socket};
    }

    sub _read ($self, $c) {
        my $got = sysread $c->{socket}, my $bytes, 65_536;
        return $!{EAGAIN} || $!{EINTR} || $self->_close($c) if !defined $got;
        if ($got == 0) {    # half-closed clients still get what they asked for
            $self->{readers}->remove($c->{socket});
            $self->_close($c) if !$c->{answered} || $c->{finished};
            return;
        }
        $c->{seen} = ++$self->{serial};
        return ($c->{discarded} += $got) > MAX_DISCARD && $self->_close($c) if $c->{answered};
        $c->{in} .= $bytes;
        my $request = Request->parse($c->{in}) or return;
        if ($request->{incomplete}) {
            return if !$request->{expects} || $c->{continued}++;
            $c->{out} .= "HTTP/1.1 100 Continue\r\n\r\n";
        }
        else {
            $c->{answered} = 1;
            $c->{in}       = '';
            $c->{out} .= $self->_serialize($request, $self->{api}->respond($request));
        }
        $self->{writers}->add($c->{socket});
    }

    sub _write ($self, $c) {
        my $sent = syswrite $c->{socket}, $c->{out};
        return $!{EAGAIN} || $!{EINTR} || $self->_close($c) if !defined $sent;
        substr($c->{out}, 0, $sent) = '';
        $c->{seen} = ++$self->{serial};
        return if length $c->{out};
        $self->{writers}->remove($c->{socket});
        return if !$c->{answered};
        $c->{finished} = 1;
        return $self->_close($c) if !$self->{readers}->exists($c->{socket});
        shutdown $c->{socket}, 1;
    }

    sub _serialize ($self, $request, $response) {
        my $body    = $response->{body};
        my @headers = (
            'Date'          => Clock::http_date(int(Clock::now() / 1000)),
            'content-type'  => $response->{type} // 'application/json',
            'cache-control' => 'no-store',
            'vary'          => 'accept-encoding',
            'connection'    => 'close',
            ($response->{headers} // [])->@*,
        );
        if (length $body >= GZIP_FROM && $request->accepts_gzip) {
            $body = Compress::Zlib::memGzip($body);
            push @headers, 'content-encoding' => 'gzip';
        }
        if ($response->{chunked} && $request->{http11}) {
            push @headers, 'transfer-encoding' => 'chunked';
            $body = join '', map { sprintf "%x\r\n%s\r\n", length, $_ } unpack('(a' . CHUNK_SIZE . ')*', $body), '';
        }
        else {
            push @headers, 'content-length' => length $body;
        }
        my $text = "HTTP/1.1 $response->{status} \r\n";
        while (my ($name, $value) = splice @headers, 0, 2) { $text .= "$name: $value\r\n" }
        return "$text\r\n" . ($request->{method} eq 'HEAD' ? '' : $body);
    }
}

package main;

$SIG{PIPE} = 'IGNORE';
$SIG{TERM} = $SIG{INT} = sub { exit 0 };
STDOUT->autoflush(1);

my %env   = map { $_ => $ENV{$_} // '' } qw(PORT KEYS PETS CONTROL);
my $count = length $env{PETS} ? $env{PETS} : 40;
die "PETS has to be a number\n" if $count !~ /\A[0-9]{1,7}\z/;
warn "no KEYS: every call will be refused\n" if !length $env{KEYS};

my $accounts = Account->parse_all($env{KEYS});
my $store    = Store->new($count);
my $control  = $env{CONTROL} eq '1' ? Control->new(store => $store, accounts => $accounts) : undef;
my $api      = Api->new(store => $store, accounts => $accounts, control => $control);
my $server   = Server->new(length $env{PORT} ? $env{PORT} : 8080, $api);
say 'listening on http://127.0.0.1:', $server->port, '/v1';
$server->run;

# LWP::UserAgent::Determined, configured as its documentation advises: `perl client.pl <one-by-one|at-once>`. Input and output
# are those of client.mjs.
use strict;
use warnings;
use LWP::UserAgent::Determined;

$| = 1;
my $browser = LWP::UserAgent::Determined->new;
$browser->codes_to_determinate->{429} = 1;
print "ready\n";
my ($url, $key) = split ' ', <STDIN>;

sub call {
    my ($limit) = @_;
    my $reply = $browser->get("$url/pets?limit=$limit", Authorization => "Bearer $key");
    print $reply->is_success ? "through\n" : 'gave up: ' . $reply->status_line . "\n";
}

for my $limit (1 .. 6) {
    if ($ARGV[0] eq 'one-by-one') { call($limit) }
    elsif (!fork) { call($limit); exit }
}
1 while wait != -1;

#!/usr/bin/perl
# Dancer2 with its JSON serializer and a counter for each key: a morning's work after the tutorial.
use strict;
use warnings;
use Dancer2;

set serializer => 'JSON';
set logger     => 'null';
set show_errors => 0;

my %keys = map { $_ => 1 } qw(peer-key peer-key-2);
my %used;
my @pets;

sub problem {
    my ( $status, $code, $message ) = @_;
    status $status;
    halt { code => $code, message => $message, status => $status };
}

hook before => sub {
    my ($key) = ( request->header('Authorization') // '' ) =~ /^Bearer (.+)$/;
    problem( 401, 'unauthorized', 'Missing or invalid API key' ) unless $key && $keys{$key};

    my $minute = int( time / 60 );
    $used{$key} = { minute => $minute, count => 0 } if !$used{$key} || $used{$key}{minute} != $minute;
    my $left  = 60 - ++$used{$key}{count};
    my $reset = ( $minute + 1 ) * 60;
    response_header 'X-RateLimit-Limit'     => 60;
    response_header 'X-RateLimit-Remaining' => $left;
    response_header 'X-RateLimit-Reset'     => $reset;
    if ( $left < 0 ) {
        response_header 'Retry-After' => $reset - time;
        problem( 429, 'too_many_requests', 'Rate limit exceeded' );
    }
};

prefix '/v1';

get '/pets' => sub {
    my $limit  = query_parameters->get('limit') || 20;
    my $status = query_parameters->get('status');
    $limit = 100 if $limit > 100;
    my @found = grep { !$status || ( $_->{status} // '' ) eq $status } @pets;
    splice @found, $limit if @found > $limit;
    return \@found;
};

post '/pets' => sub {
    my $pet = body_parameters->as_hashref;
    problem( 400, 'invalid', 'name is required' )       unless $pet->{name};
    problem( 400, 'invalid', 'categoryId is required' ) unless $pet->{categoryId};
    problem( 400, 'invalid', 'categoryId must be a number' ) unless $pet->{categoryId} =~ /^\d+$/;
    problem( 400, 'invalid', 'unknown status' )
        if defined $pet->{status} && $pet->{status} !~ /^(available|pending|sold)$/;
    my $new = { %$pet, id => @pets + 1 };
    push @pets, $new;
    status 201;
    return $new;
};

get '/pets/:petId' => sub {
    my $id = route_parameters->get('petId');
    my ($pet) = grep { $_->{id} eq $id } @pets;
    problem( 404, 'not_found', 'The animal could not be found' ) unless $pet;
    return $pet;
};

dance;
